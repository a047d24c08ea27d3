import { useProjectable } from './useProjectable.ts';
import { useSetting } from './useSetting.ts';

/**
 * The CRS in which the person types coordinates and takes plane measures; EPSG:4326 where none is chosen, or until it can
 * be computed in.
 */
export function useMeasureCRS(): string {
  const [measureCRS] = useSetting('measureCRS');
  return useProjectable(measureCRS || 'EPSG:4326');
}
