import { createElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { combineLatest, first, skip } from 'rxjs';
import { AppError } from '#core/kernel';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  Link,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { MAP_FRAME } from '#plugins/work/map-2d/api';
import { BIM_SELECTION, BIM_VIEWS } from '../api.ts';
import { ELEMENT, MODEL } from '../model/address.ts';
import { LOAD_BIM_VIEW, type BimOpening } from '../model/open-model.ts';
import { PROJECT_MODELS } from '../model/stage.ts';
import './Viewer.css';

type Loading = BimOpening | { error: unknown } | { stopped: unknown } | undefined;

/** The model view of the open project; its engine is loaded with it. */
export function Viewer() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project && <OfProject key={project.project.id} project={project} />;
}

function OfProject({ project }: { project: OpenProject }) {
  const t = useTranslate('bim-viewer');
  const load = useService(LOAD_BIM_VIEW);
  const stage = useService(PROJECT_MODELS);
  const selection = useService(BIM_SELECTION);
  const views = useService(BIM_VIEWS);
  const frame = useService(MAP_FRAME);
  const [query] = useSearchParams();
  const only = query.get(MODEL);
  const element = query.get(ELEMENT);
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>();
  useEffect(() => {
    if (only !== null) stage.only(only);
  }, [stage, only]);
  useEffect(() => {
    if (only === null || element === null) return undefined;
    const chosen = [{ modelId: only, globalId: element }];
    selection.set(chosen);
    // Once its model is drawn, whose whole the view shows first.
    const drawn$ = stage.models$.pipe(
      first((all) => all.some(({ id, state }) => id === only && state === 'drawn')),
    );
    const going = combineLatest([drawn$, views.current$.pipe(first(Boolean))]).subscribe(
      ([, view]) => void view.zoomTo(chosen),
    );
    return () => going.unsubscribe();
  }, [stage, selection, views, only, element]);
  useEffect(() => {
    let mounted = true;
    load(project, (stopped) => mounted && setLoading({ stopped })).then(
      (opening) => mounted && setLoading(opening),
      (error: unknown) => mounted && setLoading({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [load, project, attempt]);
  const again = () => {
    setLoading(undefined);
    setAttempt((before) => before + 1);
  };
  const isEmpty = loading !== undefined && 'nothing' in loading;
  useEffect(() => {
    if (!isEmpty) return;
    const changed = stage.models$.pipe(skip(1)).subscribe(again);
    return () => changed.unsubscribe();
  }, [stage, isEmpty]);
  if (!loading)
    return (
      <div className="bim-aside" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    );
  if ('open' in loading) return createElement(frame, { open: loading.open });
  const toFlatMap = <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>;
  if ('nothing' in loading)
    return (
      <div className="bim-aside">
        <EmptyState
          icon={<Icon name={{ path: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6' }} size={32} />}
          title={t(`nothing.${loading.nothing}`)}
          action={toFlatMap}
        >
          <p>{t(`nothing.${loading.nothing}.help`)}</p>
        </EmptyState>
      </div>
    );
  const [title, error] =
    'stopped' in loading
      ? [t('stopped'), new AppError('bim-stopped', t('stopped.help'), { cause: loading.stopped })]
      : [t('failed'), loading.error];
  return (
    <div className="bim-aside">
      <ErrorPanel title={title} error={error} actions={toFlatMap} onRetry={again} />
    </div>
  );
}
