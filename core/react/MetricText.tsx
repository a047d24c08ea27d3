import { useTranslate } from './useTranslate.ts';

/** States how lengths and azimuths are measured: in the plane of `crs`, or on the ellipsoid if it is undefined. */
export function MetricText({ crs }: { crs: string | undefined }) {
  const t = useTranslate('core');
  return crs ? t('metric.plane', { crs }) : t('metric.geodesic');
}
