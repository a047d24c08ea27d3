import { observer } from 'mobx-react-lite';
import { EmptyState, Icon, Link, Table, useI18n, useTranslate, type Sort } from '#core/react';
import type { ListedProject, ProjectMap, ProjectOrder } from '../model/project-map.ts';
import { useAddressOf } from './useAddressOf.ts';

/** The projects beside the map. */
export const ProjectRows = observer(function ProjectRows({ projects }: { projects: ProjectMap }) {
  const t = useTranslate('project-map');
  const i18n = useI18n();
  const addressOf = useAddressOf(projects);
  const sort: Sort = {
    column: projects.order,
    // Newest first is the descending order of the date.
    order: projects.descending !== (projects.order === 'newest') ? 'desc' : 'asc',
  };
  const { listed, marked } = projects;
  return (
    <Table
      label={t('list')}
      className="project-map-rows"
      isVirtual
      rows={listed}
      rowId={({ id }) => id}
      rowText={({ projectName }) => projectName}
      isLoading={projects.state === 'loading'}
      sort={sort}
      onSort={({ column, order }) =>
        projects.setOrder(column as ProjectOrder, (order === 'desc') !== (column === 'newest'))
      }
      selection="single"
      selected={new Set(marked === undefined ? [] : [marked])}
      onSelect={(ids) => projects.choose([...ids][0])}
      empty={<EmptyState title={t('empty')}>{t(projects.near ? 'empty.near' : 'empty.search')}</EmptyState>}
      columns={[
        {
          id: 'name',
          title: t('name'),
          sortable: true,
          cell: (project) => (
            <span className="project-map-name">
              <Link href={addressOf(project)}>{project.projectName}</Link>
              {project.archived && <Mark icon="archive" label={t('archived')} />}
              <PlaceOrigin project={project} />
            </span>
          ),
        },
        {
          id: 'newest',
          title: t('created'),
          sortable: true,
          width: 104,
          cell: ({ createdAt }) => (
            <span className="g-figures g-muted">{i18n.date(createdAt, { dateStyle: 'short' })}</span>
          ),
        },
        {
          id: 'distance',
          title: t('distance'),
          sortable: true,
          align: 'end',
          width: 96,
          cell: ({ distance }) => (distance === undefined ? '' : printDistance(distance, i18n)),
        },
      ]}
    />
  );
});

const ICONS = { location: 'coordinates', crs: 'grid', nothing: 'alert' } as const;

/** Where the place of a project does not come from its objects. */
function PlaceOrigin({ project: { from } }: { project: ListedProject }) {
  const t = useTranslate('project-map');
  if (from === 'objects') return null;
  const origin = from ?? 'nothing';
  return <Mark icon={ICONS[origin]} label={t(`from.${origin}`)} />;
}

function Mark({ icon, label }: { icon: string; label: string }) {
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon name={icon} />
    </span>
  );
}

function printDistance(metres: number, i18n: ReturnType<typeof useI18n>): string {
  const large = metres >= 1000;
  return i18n.number(large ? metres / 1000 : metres, {
    style: 'unit',
    unit: large ? 'kilometer' : 'meter',
    maximumFractionDigits: large && metres < 100_000 ? 1 : 0,
  });
}
