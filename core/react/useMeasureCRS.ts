import { useEffect } from 'react';
import { loadProjections } from '#core/geodesy';
import { useProjectable } from './useProjectable.ts';
import { useSetting } from './useSetting.ts';

/**
 * The CRS in which the person types coordinates and takes plane measures; EPSG:4326 where none is chosen, or until it can
 * be computed in. What is typed may name any other: what computes them is fetched, too.
 */
export function useMeasureCRS(): string {
  const [measureCRS] = useSetting('measureCRS');
  useEffect(() => {
    // Without it what names another system is told to be no coordinates; the next that opens tries again.
    loadProjections().catch(() => undefined);
  }, []);
  return useProjectable(measureCRS || 'EPSG:4326');
}
