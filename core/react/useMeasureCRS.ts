import { useProjectable } from './useProjectable.ts';
import { useSetting } from './useSetting.ts';

/** Returns the CRS for plane measurements; EPSG:4326 if none is set, or until it is loaded. */
export function useMeasureCRS(): string {
  const [measureCRS] = useSetting('measureCRS');
  return useProjectable(measureCRS || 'EPSG:4326');
}
