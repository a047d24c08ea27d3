import { useEffect } from 'react';
import { loadProjections } from '#core/geodesy';
import { useProjectable } from './useProjectable.ts';
import { useSetting } from './useSetting.ts';

/** Returns the CRS for plane measurements; EPSG:4326 if none is set, or until it is loaded. */
export function useMeasureCRS(): string {
  const [measureCRS] = useSetting('measureCRS');
  useEffect(() => {
    // Without them, coordinates that name another CRS are rejected; the next component tries again.
    loadProjections().catch(() => undefined);
  }, []);
  return useProjectable(measureCRS || 'EPSG:4326');
}
