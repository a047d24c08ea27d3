import { useMemo } from 'react';
import { map, of, switchMap, timer } from 'rxjs';
import { Spinner, useObservable, useService, useTranslate } from '#core/react';
import { GLOBES } from '../api.ts';

/** Milliseconds after which loading is mentioned: shorter waits would only flicker. */
const DELAY = 400;

/** Says that the globe loads, while parts of the ground in view are not painted. */
export function GroundLoading() {
  const t = useTranslate('map-3d');
  const globes = useService(GLOBES);
  const loading$ = useMemo(
    () =>
      globes.current$.pipe(
        switchMap((globe) => globe?.loading$ ?? of(false)),
        switchMap((loading) => (loading ? timer(DELAY).pipe(map(() => true)) : of(false))),
      ),
    [globes],
  );
  const loading = useObservable(loading$, false);
  return (
    <p className="map3d-loading" role="status">
      {loading && (
        <>
          <Spinner /> {t('ground.loading')}
        </>
      )}
    </p>
  );
}
