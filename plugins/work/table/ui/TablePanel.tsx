import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import { extentOf, setProperties } from '#core/document';
import { titleOf } from '#core/fields';
import { I18N } from '#core/i18n';
import { VIEWS, type LayerState } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import { grants, MAX_LISTED, type Field } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  SearchField,
  Select,
  useI18n,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION } from '#plugins/work/selection/api';
import { TableRows, type TableSource } from '../model/table.ts';
import { ChangeAll } from './ChangeAll.tsx';
import { TableGrid } from './TableGrid.tsx';
import './table.css';

const SOURCES: readonly TableSource[] = ['loaded', 'selected', 'project'];
const NO_LAYERS: readonly LayerState[] = [];

/** The attribute table: all objects of a type, a row each. */
export function TablePanel() {
  const t = useTranslate('table');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  if (!project) return null;
  if (project.types.size === 0)
    return (
      <EmptyState icon={<Icon name="table" />} title={t('empty.title')}>
        {t('empty.help')}
      </EmptyState>
    );
  return <OfProject key={project.project.id} project={project} />;
}

function OfProject({ project }: { project: OpenProject }) {
  const [api, views, selection] = [useService(API), useService(I18N), useService(SELECTION)];
  const [table] = useState(
    () => new TableRows({ project, selection, api, views }, firstType(project, selection.ids)),
  );
  useEffect(() => table.follow(), [table]);
  return <OfType table={table} project={project} />;
}

/** The type of the selection, else the most frequent loaded type. */
function firstType(project: OpenProject, selected: readonly string[]): string {
  const counts = new Map([...project.types.keys()].map((name) => [name, 0]));
  const looked = selected.flatMap((id) => project.document.get(id) ?? []);
  for (const { typeName } of looked.length > 0 ? looked : project.document.values()) {
    const count = counts.get(typeName);
    if (count !== undefined) counts.set(typeName, count + 1);
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? '';
}

const OfType = observer(function OfType({ table, project }: { table: TableRows; project: OpenProject }) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const views = useService(VIEWS);
  const selection = useService(SELECTION);
  const types = useObservable(project.types$, project.types);
  const ids = useObservable(selection.ids$, selection.ids);
  const { isFree, mayWrite } = useRights(table.typeName);
  const selected = useMemo(() => new Set(ids), [ids]);
  // Rows of the selection would vanish when clicked.
  const maySelect = isFree && table.source !== 'selected';
  const [waiting, setWaiting] = useState(false);
  const [changing, setChanging] = useState(false);
  const ofType = ids.filter((id) => project.document.get(id)?.typeName === table.typeName);

  // The selection is limited to `MAX_LISTED`, and there are more.
  const isCut = table.source === 'project' && table.rows.length > MAX_LISTED && ofType.length === MAX_LISTED;

  const give = (given: readonly string[], field: Field, value: unknown) =>
    project.history.perform(setProperties(given, { [field.name]: value }), {
      label: 'table:step.set',
      values: { field: titleOf(field, i18n), count: given.length },
      code: 'attributes.set',
    });
  const selectAll = async () => {
    if (!maySelect) return;
    setWaiting(true);
    const all = await table.all();
    setWaiting(false);
    if (all.length > 0) selection.set(all);
  };
  const fly = (id: string) => {
    const location = project.document.get(id)?.location;
    if (location?.type === 'Point') views.active?.fly(location.coordinates, { zoom: 18 });
    else if (location) views.active?.fly(extentOf(location));
  };
  return (
    <div className="tab-panel">
      <div className="tab-bar">
        <Select
          label={t('type')}
          hideLabel
          options={[...types.values()].map((type) => ({ value: type.name, title: titleOf(type, i18n) }))}
          value={table.typeName}
          onChange={(typeName) => table.ask({ typeName })}
        />
        <Select
          label={t('source')}
          hideLabel
          options={SOURCES.map((value) => ({ value, title: t(`source.${value}`) }))}
          value={table.source}
          onChange={(source) => table.ask({ source: source as TableSource })}
        />
        <SearchField label={t('search')} value={table.search} onChange={(search) => table.ask({ search })} />
        <span role="status" className="g-muted g-figures">
          {t('count', { count: table.rows.length })}
          {ofType.length > 0 && ` · ${t('selected', { count: ofType.length })}`}
          {waiting && ` · ${t('fetching')}`}
          {isCut && ` · ${t('cut', { most: i18n.number(MAX_LISTED) })}`}
          {!isFree && ` · ${t('spared')}`}
        </span>
        <Button
          size="s"
          icon={<Icon name="edit" />}
          isDisabled={!mayWrite || ofType.length === 0}
          onPress={() => setChanging(true)}
        >
          {t('change')}
        </Button>
      </div>
      {table.error !== undefined ? (
        <ErrorPanel error={table.error} onRetry={() => table.list()} />
      ) : table.rows.length === 0 ? (
        <EmptyState icon={<Icon name="table" />} title={t('nothing.title')}>
          {t(`nothing.${table.search ? 'search' : table.source}`)}
        </EmptyState>
      ) : (
        <TableGrid
          key={`${table.typeName} ${table.source}`}
          table={table}
          selected={selected}
          onSelect={(next) => maySelect && selection.set(next)}
          onSelectAll={() => void selectAll()}
          onFly={fly}
          onEdit={mayWrite ? (object, field, value) => give([object], field, value) : undefined}
        />
      )}
      {changing && (
        <ChangeAll
          count={ofType.length}
          fields={table.fields.filter(({ unique }) => !unique || ofType.length === 1)}
          onClose={() => setChanging(false)}
          onChange={(field, value) => {
            give(ofType, field, value);
            setChanging(false);
          }}
        />
      )}
    </div>
  );
});

/** Whether objects of the type can be selected (by layer) and changed (also by role). */
function useRights(typeName: string): { isFree: boolean; mayWrite: boolean } {
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const container = useServices();
  const layers = container.isBound(LAYERS) ? container.get(LAYERS) : undefined;
  const states = useObservable(layers?.states$, NO_LAYERS);
  const layer = states.find((state) => state.typeName === typeName);
  const isFree = !layer || (layer.visible && !layer.locked);
  const mayWrite = me !== undefined && grants(me.authorizations, 'geometries.write');
  return { isFree, mayWrite: mayWrite && !layer?.locked };
}
