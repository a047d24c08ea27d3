import { createElement, useEffect, useState } from 'react';
import { AppError } from '#core/kernel';
import { ErrorPanel, Skeleton, useService, useTranslate } from '#core/react';
import { MAP_FRAME, type OpenMap } from '#plugins/work/map-2d/api';
import { drawsInSpace, LOAD_GLOBE } from '../model/open-globe.ts';
import { Compass } from './Compass.tsx';
import { GroundLoading } from './GroundLoading.tsx';
import { NoGlobe } from './NoGlobe.tsx';
import { ToFlatMap } from './ToFlatMap.tsx';
import './Viewer.css';

type Loading = { open: OpenMap } | { error: unknown } | { stopped: unknown } | undefined;

/** The globe; where the browser cannot draw it, the reason and a link to the flat map. */
export function Viewer() {
  return drawsInSpace() ? <Loaded /> : <NoGlobe />;
}

function Loaded() {
  const t = useTranslate('map-3d');
  const load = useService(LOAD_GLOBE);
  const frame = useService(MAP_FRAME);
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>();
  useEffect(() => {
    let mounted = true;
    load((stopped) => mounted && setLoading({ stopped })).then(
      (open) => mounted && setLoading({ open }),
      (error: unknown) => mounted && setLoading({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [load, attempt]);
  if (!loading)
    return (
      <div className="map3d-aside" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    );
  if (!('open' in loading)) {
    const [title, error] =
      'stopped' in loading
        ? [t('stopped'), new AppError('globe-stopped', t('stopped.help'), { cause: loading.stopped })]
        : [t('failed'), loading.error];
    return (
      <div className="map3d-aside">
        <ErrorPanel
          title={title}
          error={error}
          actions={<ToFlatMap />}
          onRetry={() => {
            setLoading(undefined);
            setAttempt(attempt + 1);
          }}
        />
      </div>
    );
  }
  return (
    <>
      {createElement(frame, { open: loading.open })}
      <Compass />
      <GroundLoading />
    </>
  );
}
