import { useEffect } from 'react';
import { canProject, crsOf, loadCrs, projections$ } from '#core/geodesy';
import { useObservable } from './useObservable.ts';

/**
 * Returns `code` if it can be computed; EPSG:4326 if it is unknown, or until it is loaded. Loads it and re-renders.
 */
export function useProjectable(code: string): string {
  useObservable(projections$, 0);
  const ready = canProject(code);
  const isNeeded = !ready && crsOf(code) !== undefined;
  useEffect(() => {
    // If it cannot be loaded, longitude and latitude are used; the next component tries again.
    if (isNeeded) loadCrs(code).catch(() => undefined);
  }, [isNeeded, code]);
  return ready ? code : 'EPSG:4326';
}
