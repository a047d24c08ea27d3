import { useEffect } from 'react';
import { canProject, crsOf, loadCrs, projections$ } from '#core/geodesy';
import { useObservable } from './useObservable.ts';

/**
 * `code` where places can be computed in it, EPSG:4326 where it is unknown, or until what computes it is here: it is
 * fetched, and the component follows.
 */
export function useProjectable(code: string): string {
  useObservable(projections$, 0);
  const ready = canProject(code);
  const wanted = !ready && crsOf(code) !== undefined;
  useEffect(() => {
    // What cannot be fetched leaves longitude and latitude; the next component that asks tries again.
    if (wanted) loadCrs(code).catch(() => undefined);
  }, [wanted, code]);
  return ready ? code : 'EPSG:4326';
}
