import { useEffect, useMemo, useState } from 'react';
import { API, LIVE } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  EmptyState,
  Icon,
  IconButton,
  Tree,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { countsOf } from '../model/counts.ts';
import { PROJECT_LAYERS } from '../model/project-layers.ts';
import { LayerRow } from './LayerRow.tsx';
import './layers.css';

/** The layers of the open project, topmost first: visibility, opacity, order, style. */
export function LayersPanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <Stack key={open.project.id} open={open} /> : null;
}

function Stack({ open }: { open: OpenProject }) {
  const t = useTranslate('layers');
  const { language } = useI18n();
  const layers = useService(PROJECT_LAYERS);
  const states = useObservable(layers.states$, layers.states);
  const types = useObservable(open.types$, open.types);
  const counts = useCounts(open);
  // The tree caches rows by identity: a row is rebuilt when anything it shows has changed.
  const shown = useMemo(
    () =>
      [...states].reverse().map((state) => ({
        state,
        type: types.get(state.typeName),
        count: counts.get(state.typeName),
      })),
    [states, types, counts],
  );
  const allVisible = states.every(({ visible }) => visible);

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
          onPress={() =>
            layers.setVisible(
              states.map(({ typeName }) => typeName),
              !allVisible,
            )
          }
        />
      </div>
      <Tree
        label={t('title')}
        items={shown}
        itemId={({ state }) => state.typeName}
        itemText={({ state, type }) => type?.title[language] || state.typeName}
        row={(layer) => <LayerRow {...layer} open={open} />}
        // The list shows the topmost layer first: before a row means above it on the map.
        onMove={(moved, { id, position }) =>
          layers.move(moved, id, position === 'before' ? 'above' : 'below')
        }
      />
    </div>
  );
}

function useCounts(open: OpenProject): ReadonlyMap<string, number> {
  const api = useService(API);
  const events = useService(EVENT_BUS);
  const live = useService(LIVE);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    const counting = countsOf(open, { api, events, live }).subscribe(setCounts);
    return () => counting.unsubscribe();
  }, [open, api, events, live]);
  return counts;
}
