import { useEffect, useMemo, useState } from 'react';
import { API, LIVE } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { Lifetime } from '#core/kernel';
import type { LayerState } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import { grants, type LayerGroup } from '#core/protocol';
import {
  EmptyState,
  Icon,
  IconButton,
  onDemand,
  Tree,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { countsOf } from '../model/counts.ts';
import type { Filters } from '../model/filtered-counts.ts';
import { itemsOf, scalesOf } from '../model/groups.ts';
import { moveRows } from '../model/move-rows.ts';
import { PROJECT_LAYERS } from '../model/project-layers.ts';
import { LayerRow, type LayerRowData } from './LayerRow.tsx';
import { useOutOfScale } from './useOutOfScale.ts';
import './layers.css';

const GroupRow = onDemand(() => import('./GroupRow.tsx'));
/** Objects of a layer up to which those of its filter are counted. */
const MAX_FILTERED = 100_000;
const NONE: ReadonlyMap<string, number> = new Map();

/** The layers of the open project, topmost first, in groups: visibility, opacity, order, style. */
export function LayersPanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <Stack key={open.project.id} open={open} /> : null;
}

type Row =
  | { readonly group: LayerGroup; readonly visible: boolean; readonly layers: readonly LayerRowData[] }
  | LayerRowData;

function Stack({ open }: { open: OpenProject }) {
  const t = useTranslate('layers');
  const { language } = useI18n();
  const layers = useService(PROJECT_LAYERS);
  const session = useService(SESSION);
  const mayEdit = grants(session.me?.authorizations ?? [], 'attributes.write');
  const states = useObservable(layers.own$, layers.own);
  const groups = useObservable(layers.groups$, layers.groups);
  const { hiddenGroups, closedGroups } = useObservable(layers.settings$, layers.settings);
  const types = useObservable(open.types$, open.types);
  const counts = useCounts(open);
  const filtered = useFilteredCounts(open, states, counts);
  const outOfScale = useOutOfScale();
  // The tree caches rows by identity: a row is rebuilt when anything it shows has changed.
  const shown = useMemo(() => {
    const layerOf = (state: LayerState): LayerRowData => ({
      state,
      scales: outOfScale.has(state.typeName) ? scalesOf(state, groups) : undefined,
      type: types.get(state.typeName),
      count: counts.get(state.typeName),
      filtered: filtered.get(state.typeName),
    });
    return itemsOf(states, groups).map((item): Row => {
      if (item.kind === 'layer') return layerOf(item.state);
      const visible = !hiddenGroups.includes(item.group.id);
      return { group: item.group, visible, layers: item.layers.map(layerOf) };
    });
  }, [states, groups, hiddenGroups, types, counts, filtered, outOfScale]);
  const allVisible = states.every(({ visible }) => visible) && hiddenGroups.length === 0;

  if (states.length === 0)
    return (
      <EmptyState icon={<Icon name="layers" />} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <div className="lay">
      <div className="lay-head">
        <span className="g-muted g-figures">{t('count', { count: states.length })}</span>
        <IconButton
          size="s"
          label={allVisible ? t('hide.all') : t('show.all')}
          icon={<Icon name={allVisible ? 'eye' : 'eye-off'} />}
          onPress={() => layers.setAllVisible(!allVisible)}
        />
      </div>
      <Tree<Row>
        label={t('title')}
        items={shown}
        itemId={(row) => ('group' in row ? row.group.id : row.state.typeName)}
        itemText={(row) =>
          'group' in row ? row.group.name : row.type?.title[language] || row.state.typeName
        }
        {...(groups.length > 0 && {
          childrenOf: (row: Row) => ('group' in row ? row.layers : undefined),
          expanded: new Set(groups.map(({ id }) => id).filter((id) => !closedGroups.includes(id))),
          onExpand: (ids: ReadonlySet<string>) => layers.setOpenGroups(ids),
          acceptsOn: (id: string) => mayEdit && groups.some((group) => group.id === id),
        })}
        row={(row) =>
          'group' in row ? (
            <GroupRow group={row.group} visible={row.visible} mayEdit={mayEdit} count={row.layers.length} />
          ) : (
            <LayerRow {...row} open={open} mayGroup={mayEdit} />
          )
        }
        onMove={(moved, place) => moveRows(layers, moved, place, mayEdit)}
      />
    </div>
  );
}

function useCounts(open: OpenProject): ReadonlyMap<string, number> {
  const api = useService(API);
  const events = useService(EVENT_BUS);
  const live = useService(LIVE);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(NONE);
  useEffect(() => {
    const counting = countsOf(open, { api, events, live }).subscribe(setCounts);
    return () => counting.unsubscribe();
  }, [open, api, events, live]);
  return counts;
}

/** How many objects the filters of layers let through; not of large layers. */
function useFilteredCounts(
  open: OpenProject,
  states: readonly LayerState[],
  counts: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const [api, events, live] = [useService(API), useService(EVENT_BUS), useService(LIVE)];
  const [filtered, setFiltered] = useState({ key: '', counts: NONE });
  const filters = states.flatMap(({ typeName, style }) =>
    style.filter !== undefined && (counts.get(typeName) ?? Infinity) <= MAX_FILTERED
      ? [[typeName, style.filter] as const]
      : [],
  );
  const key = JSON.stringify(filters);
  useEffect(() => {
    const counted = JSON.parse(key) as Filters;
    if (counted.length === 0) return;
    const ended = new Lifetime();
    import('../model/filtered-counts.ts').then(
      ({ filteredCountsOf }) => {
        if (ended.closed) return;
        const counting = filteredCountsOf(open, counted, { api, events, live }).subscribe((now) =>
          setFiltered({ key, counts: now }),
        );
        ended.add(() => counting.unsubscribe());
      },
      // The row still says that there is a filter.
      () => undefined,
    );
    return () => ended.dispose();
  }, [open, api, events, live, key]);
  // Counts of other filters say nothing of these.
  return filtered.key === key ? filtered.counts : NONE;
}
