import { createElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { filter, firstValueFrom } from 'rxjs';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { PROJECTS, type OpenProject } from '#core/project';
import { grants, type ObjectType } from '#core/protocol';
import {
  Button,
  CommandButton,
  EmptyState,
  Icon,
  Link,
  useContributions,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SELECTION } from '#plugins/work/selection/api';
import { OBJECT_TABLE } from '#plugins/work/table/api';

interface ObjectsTabProps {
  project: OpenProject;
  type: ObjectType;
}

/** The objects of a type in a project: a table with what can be done to them. */
export function ObjectsTab({ project, type }: ObjectsTabProps) {
  const t = useTranslate('object-management');
  const table = useService(OBJECT_TABLE);
  const selection = useService(SELECTION);
  const session = useService(SESSION);
  const types = useObservable(project.types$, project.types);
  const selected = useObservable(selection.ids$, selection.ids);
  const commands = useContributions('commands')
    .filter(({ aboveRows }) => aboveRows !== undefined)
    .sort((a, b) => a.aboveRows! - b.aboveRows!);
  const showOnMap = useShowOnMap(project);
  if (!types.has(type.name))
    return (
      <EmptyState icon={<Icon name="table" />} title={t('objects.elsewhere')}>
        {t('objects.elsewhere.help', { project: project.project.projectName })}
      </EmptyState>
    );
  const id = encodeURIComponent(project.project.id);
  const name = encodeURIComponent(type.name);
  const may = (needed: 'import' | 'export') => grants(session.me?.authorizations ?? [], needed);
  return (
    <div className="objm-objects">
      {createElement(table, {
        key: `${project.project.id} ${type.name}`,
        project,
        typeName: type.name,
        ...(showOnMap && { onShow: (object: string) => showOnMap([object]) }),
        actions: (
          <>
            {showOnMap && (
              <Button
                size="s"
                icon={<Icon name="map" />}
                isDisabled={selected.length === 0}
                onPress={() => showOnMap(selected)}
              >
                {t('objects.map')}
              </Button>
            )}
            {commands.map((command) => (
              <CommandButton key={command.id} command={command} />
            ))}
            {may('import') && (
              <Link href={`/shape-management?project=${id}&type=${name}`}>{t('objects.import')}</Link>
            )}
            {may('export') && <Link href={`/export/${id}?type=${name}`}>{t('objects.export')}</Link>}
          </>
        ),
      })}
    </div>
  );
}

/** Returns a function that goes to the map with objects selected; undefined where the person has no map. */
function useShowOnMap(project: OpenProject): ((ids: readonly string[]) => void) | undefined {
  const navigate = useNavigate();
  const [projects, views, host] = [useService(PROJECTS), useService(VIEWS), useService(HOST)];
  const selection = useService(SELECTION);
  const map = useContributions('routes').find(
    ({ path, workspace }) => workspace && !path.includes(':strategy'),
  );
  if (!map) return undefined;
  return (ids) => {
    selection.set(ids);
    projects.handOver();
    void navigate(map.path.replace(':id', encodeURIComponent(project.project.id)));
    void firstValueFrom(views.active$.pipe(filter((view) => view !== undefined)))
      .then(() => host.run('selection.fly'))
      .catch(() => undefined);
  };
}
