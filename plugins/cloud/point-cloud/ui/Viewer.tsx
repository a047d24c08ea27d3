import { createElement, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { skip } from 'rxjs';
import { AppError } from '#core/kernel';
import { PANELS } from '#core/plugin';
import { PROJECTS, type OpenProject } from '#core/project';
import { grants } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  Link,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { MAP_FRAME } from '#plugins/work/map-2d/api';
import { addressOfCloud, addressOfLocal, CLOUD, LOCAL } from '../model/address.ts';
import { LOAD_CLOUD_VIEW, type CloudOpening } from '../model/open-cloud.ts';
import { crsOfView, PROJECT_CLOUDS, type ProjectClouds } from '../model/stage.ts';
import './Viewer.css';

type Loading = CloudOpening | { error: unknown } | { stopped: unknown } | undefined;

/** The point cloud view of the open project; its engine is loaded with it. */
export function Viewer() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const local = useSearchParams()[0].get(LOCAL) ?? undefined;
  return project && <OfProject key={`${project.project.id} ${local}`} project={project} local={local} />;
}

/** `local`: the cloud that is looked at in its own coordinates. */
function OfProject({ project, local }: { project: OpenProject; local: string | undefined }) {
  const t = useTranslate('point-cloud');
  const load = useService(LOAD_CLOUD_VIEW);
  const stage = useService(PROJECT_CLOUDS);
  const frame = useService(MAP_FRAME);
  const only = useSearchParams()[0].get(CLOUD);
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>();
  useEffect(() => {
    stage.setAlone(local);
    return () => stage.setAlone(undefined);
  }, [stage, local]);
  useEffect(() => {
    if (only !== null) stage.only(only);
  }, [stage, only]);
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
  const clouds = useObservable(stage.clouds$, stage.clouds);
  const stored = local !== undefined && clouds.length > 0 ? stage.storedOf(local) : undefined;
  /** Somebody has placed it meanwhile. */
  const placed = stored && crsOfView(stored) !== null ? stored : undefined;
  const isEmpty = loading !== undefined && 'nothing' in loading;
  useEffect(() => {
    if (!isEmpty) return;
    const changed = stage.clouds$.pipe(skip(1)).subscribe(again);
    return () => changed.unsubscribe();
  }, [stage, isEmpty]);
  if (!loading)
    return (
      <div className="cloud-aside" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    );
  if (placed) return <Navigate replace to={addressOfCloud(placed)} />;
  if ('open' in loading) return createElement(frame, { open: loading.open });
  const toFlatMap = <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>;
  if ('nothing' in loading)
    return (
      <div className="cloud-aside">
        <EmptyState
          icon={<Icon name="cloud" size={32} />}
          title={t(`nothing.${loading.nothing}`)}
          action={
            loading.nothing === 'unplaced' ? (
              <Unplaced stage={stage} projectId={project.project.id} />
            ) : (
              toFlatMap
            )
          }
        >
          <p>{t(`nothing.${loading.nothing}.help`)}</p>
        </EmptyState>
      </div>
    );
  const [title, error] =
    'stopped' in loading
      ? [t('stopped'), new AppError('cloud-stopped', t('stopped.help'), { cause: loading.stopped })]
      : [t('failed'), loading.error];
  return (
    <div className="cloud-aside">
      <ErrorPanel title={title} error={error} actions={toFlatMap} onRetry={again} />
    </div>
  );
}

/** A cloud without reference system is looked at in its own coordinates, or placed. */
function Unplaced({ stage, projectId }: { stage: ProjectClouds; projectId: string }) {
  const t = useTranslate('point-cloud');
  const panels = useService(PANELS);
  const { me } = useService(SESSION);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  const cloud = clouds.find(({ state, shown }) => shown && state === 'unplaced');
  if (!cloud) return null;
  return (
    <div className="cloud-unplaced">
      <Link href={addressOfLocal({ id: cloud.id, projectId })}>
        {t('nothing.unplaced.look', { name: cloud.name })}
      </Link>
      {grants(me?.authorizations ?? [], 'pointcloud.write') && (
        <Button onPress={() => panels.open('placement.panel')}>{t('nothing.unplaced.place')}</Button>
      )}
    </div>
  );
}
