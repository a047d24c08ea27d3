import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import { copyText } from '#core/browser';
import { extentOf, setProperties, type MapObject } from '#core/document';
import { titleOf } from '#core/fields';
import { sentenceOf } from '#core/kernel';
import { VIEWS, type LayerState } from '#core/mapview';
import { grants, MAX_SELECTED, type Field, type Properties } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  onDemand,
  SearchField,
  Select,
  Skeleton,
  useI18n,
  useObjectNames,
  useObservable,
  useService,
  useServices,
  useSetting,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION, SERVER_CHANGES } from '#plugins/work/selection/api';
import type { ObjectTableProps } from '../api.ts';
import { useContributedColumns } from './useContributedColumns.ts';
import { isCalculable } from '../model/columns.ts';
import { relatedIn } from '../model/related-in.ts';
import { TableRows, type TableSource } from '../model/table.ts';
import type { CalculatorDialogProps } from './CalculatorDialog.tsx';
import type { ChangeDialogProps } from './ChangeDialog.tsx';
import { SummaryBar } from './SummaryBar.tsx';
import { TableGrid } from './TableGrid.tsx';
import './table.css';

/** Expressions need geodesy and a parser, which the table does without. */
const CalculatorDialog = onDemand<CalculatorDialogProps>(() => import('./CalculatorDialog.tsx'));
const ChangeDialog = onDemand<ChangeDialogProps>(() => import('./ChangeDialog.tsx'));
const SOURCES: readonly TableSource[] = ['all', 'view', 'selected'];
const NO_LAYERS: readonly LayerState[] = [];

/** The objects of one type with what can be done to them. */
export default function ObjectTable({ typeName, ...props }: ObjectTableProps) {
  const { project } = props;
  const [api, views, selection] = [useService(API), useService(VIEWS), useService(SELECTION)];
  const [table] = useState(() => new TableRows({ project, selection, api, views }, typeName));
  useEffect(() => table.follow(), [table]);
  useContributedColumns(table, project.project.id);
  return <OfType {...props} table={table} />;
}

interface OfTypeProps extends Omit<ObjectTableProps, 'typeName'> {
  table: TableRows;
}

const OfType = observer(function OfType({ table, project, hasMap = false, actions, onShow }: OfTypeProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const views = useService(VIEWS);
  const selection = useService(SELECTION);
  const toasts = useService(TOASTS);
  const changes = useService(SERVER_CHANGES);
  const types = useObservable(project.types$, project.types);
  const ids = useObservable(selection.ids$, selection.ids);
  const { isFree, isLocked, mayWrite } = useRights(table.typeName);
  const [lockCopy] = useSetting('lockCopy');
  const settings = useService(SETTINGS);
  const selected = useMemo(() => new Set(ids), [ids]);
  // Rows of the selection would vanish when clicked.
  const maySelect = isFree && table.source !== 'selected';
  const [waiting, setWaiting] = useState(false);
  const [changing, setChanging] = useState(false);
  const [calculating, setCalculating] = useState(false);
  const ofType = useMemo(
    () => ids.filter((id) => selection.typeOf(id) === table.typeName),
    [ids, selection, table.typeName],
  );
  const [seen, setSeen] = useState<readonly [number, number]>([0, 0]);
  const { total = 0 } = table;
  const fields = types.get(table.typeName)?.fields ?? [];
  const nameOf = useObjectNames(project, relatedIn(table, fields, seen));

  const give = (given: readonly string[], field: Field, value: unknown) =>
    project.history.perform(setProperties(given, { [field.name]: value }), {
      label: 'table:step.set',
      values: { field: titleOf(field, i18n), count: given.length },
      code: 'attributes.set',
    });
  const selectAll = async () => {
    if (!maySelect || waiting) return;
    setWaiting(true);
    try {
      const { ids: all, count } = await table.allIds();
      if (all) selection.set(all);
      else toasts.show('error', t('all.many', { count, most: i18n.number(MAX_SELECTED) }));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setWaiting(false);
    }
  };
  const select = (next: readonly string[]) => {
    if (!maySelect) return;
    selection.know(table.typeName, next);
    selection.set(next);
  };
  const fly = (id: string) => {
    if (onShow) return onShow(id);
    const location = table.object(id)?.location;
    if (location) views.active?.fly(extentOf(location), { zoom: settings.get('flyToZoomLevel') });
  };
  const copy = (text: string) => {
    if (isLocked && lockCopy) return void toasts.show('info', t('copy.locked'));
    void copyText(text).then((to) =>
      to === 'clipboard'
        ? toasts.show('success', t('copied', { text }))
        : toasts.show('error', t('copy.failed')),
    );
  };
  const edit = async (object: MapObject, field: Field, value: unknown) => {
    const isLoaded = project.document.get(object.id) !== undefined;
    if (!isLoaded) await project.loadObjects([object.id]);
    if (!project.document.get(object.id)) return;
    give([object.id], field, value);
  };
  const changeMany = async (given: readonly string[], set: Properties) => {
    const names = Object.keys(set).map((name) => fields.find((field) => field.name === name)!);
    const values = { field: names.map((field) => titleOf(field, i18n)).join(', '), count: given.length };
    const label = { label: 'table:step.set', values, code: 'attributes.set' };
    if (given.some((id) => !project.document.get(id)))
      return void (await changes.change({ ids: given, set }, label));
    const settled = Object.entries(set).map(([name, value]) => [name, value ?? undefined] as const);
    project.history.perform(setProperties(given, Object.fromEntries(settled)), label);
  };
  const calculate = (given: readonly string[], field: Field, expression: string) => {
    const values = { field: titleOf(field, i18n), count: given.length };
    const label = { label: 'table:step.calculate', values, code: 'attributes.calculate' };
    return changes.change(
      { ids: given, calculate: { typeName: table.typeName, field: field.name, expression } },
      label,
    );
  };
  return (
    <div className="tab-panel">
      <div className="tab-bar">
        {hasMap && (
          <Select
            label={t('type')}
            hideLabel
            options={[...types.values()].map((type) => ({ value: type.name, title: titleOf(type, i18n) }))}
            value={table.typeName}
            onChange={(typeName) => table.choose({ typeName })}
          />
        )}
        <Select
          label={t('source')}
          hideLabel
          options={SOURCES.filter((value) => hasMap || value !== 'view').map((value) => ({
            value,
            title: t(`source.${value}`),
          }))}
          value={table.source}
          onChange={(source) => table.choose({ source: source as TableSource })}
        />
        <SearchField
          label={t('search')}
          value={table.search}
          onChange={(search) => table.choose({ search })}
        />
        {(table.filters.size > 0 || table.search !== '') && (
          <Button size="s" variant="quiet" icon={<Icon name="close" />} onPress={() => table.clearFilters()}>
            {t('filter.clear')}
          </Button>
        )}
        <span className="tab-space" />
        <Button
          size="s"
          icon={<Icon name="select" />}
          isDisabled={!maySelect || total === 0 || waiting}
          onPress={() => void selectAll()}
        >
          {t('all')}
        </Button>
        <Button
          size="s"
          icon={<Icon name="edit" />}
          isDisabled={!mayWrite || total === 0 || fields.length === 0}
          onPress={() => setChanging(true)}
        >
          {t('change')}
        </Button>
        <Button
          size="s"
          icon={<Icon name="calculator" />}
          isDisabled={!mayWrite || total === 0 || !fields.some(isCalculable)}
          onPress={() => setCalculating(true)}
        >
          {t('calculator.open')}
        </Button>
        {actions}
      </div>
      {table.error !== undefined ? (
        <ErrorPanel error={table.error} onRetry={() => table.list()} />
      ) : table.total === undefined ? (
        <div className="tab-loading">
          <Skeleton height={24} />
          <Skeleton height={24} />
          <Skeleton height={24} />
        </div>
      ) : total === 0 && table.filters.size === 0 ? (
        <EmptyState icon={<Icon name="table" />} title={t('nothing.title')}>
          {t(`nothing.${table.search ? 'search' : table.source}`)}
        </EmptyState>
      ) : (
        <TableGrid
          key={`${table.typeName} ${table.source}`}
          table={table}
          selected={selected}
          onSelect={select}
          onSelectAll={() => void selectAll()}
          onFly={fly}
          nameOf={nameOf}
          onCopy={copy}
          onView={setSeen}
          onEdit={mayWrite ? (object, field, value) => void edit(object, field, value) : undefined}
        />
      )}
      <div className="tab-foot">
        <span role="status" className="g-muted g-figures">
          {table.total !== undefined &&
            (total === 0
              ? t('none')
              : t('range', {
                  first: i18n.number(Math.min(seen[0] + 1, total)),
                  last: i18n.number(Math.min(Math.max(seen[1], 1), total)),
                  total: i18n.number(total),
                }))}
          {ofType.length > 0 && ` · ${t('selected', { count: ofType.length })}`}
          {table.unsent.length > 0 && ` · ${t('unsent', { count: table.unsent.length })}`}
          {waiting && ` · ${t('fetching')}`}
          {!isFree && ` · ${t('spared')}`}
        </span>
        <SummaryBar table={table} project={project} selected={ofType.length} />
      </div>
      {calculating && (
        <CalculatorDialog
          table={table}
          projectId={project.project.id}
          fields={fields}
          selected={ofType}
          onClose={() => setCalculating(false)}
          onLoadError={() => setCalculating(false)}
          onCalculate={(given, field, expression) => {
            setCalculating(false);
            void calculate(given, field, expression);
          }}
        />
      )}
      {changing && (
        <ChangeDialog
          table={table}
          project={project}
          fields={fields}
          selected={ofType}
          onClose={() => setChanging(false)}
          onLoadError={() => setChanging(false)}
          onChange={(given, set) => {
            setChanging(false);
            void changeMany(given, set);
          }}
        />
      )}
    </div>
  );
});

/** Whether objects of the type can be selected (by layer) and changed (also by role). */
function useRights(typeName: string): { isFree: boolean; isLocked: boolean; mayWrite: boolean } {
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const container = useServices();
  const layers = container.isBound(LAYERS) ? container.get(LAYERS) : undefined;
  const states = useObservable(layers?.states$, NO_LAYERS);
  const layer = states.find((state) => state.typeName === typeName);
  const isFree = !layer || (layer.visible && !layer.locked);
  const mayWrite = me !== undefined && grants(me.authorizations, 'geometries.write');
  const isLocked = layer?.locked ?? false;
  return { isFree, isLocked, mayWrite: mayWrite && !isLocked };
}
