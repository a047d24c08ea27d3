import { useEffect } from 'react';
import { loadProjections } from '#core/geodesy';
import { useProjectable } from './useProjectable.ts';
import { useSetting } from './useSetting.ts';

/**
 * Returns the CRS in which coordinates are read and typed; EPSG:4326 until it is loaded. Typed coordinates may name
 * any other CRS: all projections are loaded, too.
 */
export function useWorkingCrs(): string {
  const [crs] = useSetting('workingCrs');
  useEffect(() => {
    // Without them, coordinates that name another CRS are rejected; the next component tries again.
    loadProjections().catch(() => undefined);
  }, []);
  return useProjectable(crs);
}
