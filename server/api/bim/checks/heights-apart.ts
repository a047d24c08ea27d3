import { heightsOf, type Located } from '#core/geodesy';
import type { Georeference } from '#core/protocol';
import { MEAN_SEA_LEVEL, type Heights } from '../place/placed.ts';

/** Whether it is said what the heights of a cloud are above: by its file, or by who placed it. */
export const cloudHeights = ({ verticalCrs, found }: Pick<Georeference, 'verticalCrs' | 'found'>): Heights =>
  verticalCrs !== null ? 'geoid' : found === 'file' ? 'unknown' : 'ellipsoid';

/**
 * How far heights above sea level and above the ellipsoid are apart where a model stands, metres, if only one of two
 * says which it has; else null.
 */
export async function heightsApart(one: Heights, other: Heights, earth: Located): Promise<number | null> {
  if ((one === 'unknown') === (other === 'unknown')) return null;
  const [longitude, latitude] = earth.toPosition([0, 0, 0]);
  const sea = await heightsOf(MEAN_SEA_LEVEL, [longitude, latitude, longitude, latitude]);
  return sea.toEllipsoid(longitude, latitude, 0);
}
