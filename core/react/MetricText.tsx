import { useTranslate } from './useTranslate.ts';

/** How the lengths and azimuths beside it are taken: in the plane of `crs`, or on the ellipsoid where that is undefined. */
export function MetricText({ crs }: { crs: string | undefined }) {
  const t = useTranslate('core');
  return crs ? t('metric.plane', { crs }) : t('metric.geodesic');
}
