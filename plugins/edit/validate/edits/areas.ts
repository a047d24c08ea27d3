import type { MapObject } from '#core/document';
import { areaOfParts, areaShapeOf, type Rings } from '#core/shapes';
import type { RepairFault } from './repairs.ts';
import type { Staged } from '../model/staged.ts';

/** Parts narrower than this are rounding artefacts. Metres. */
const NOTHING = 1e-4;

/** Replaces the polygons of an object; a multipart geometry stays multipart. */
export function replacePolygons(
  stage: Staged,
  object: MapObject,
  parts: readonly Rings[],
): RepairFault | undefined {
  const sound = parts.filter((rings) => areaShapeOf(rings).width >= NOTHING);
  if (sound.length === 0) return 'empty';
  const isMany = object.location.type === 'MultiPolygon';
  stage.put({
    ...object,
    location: isMany ? { type: 'MultiPolygon', coordinates: sound } : areaOfParts(sound),
  });
  return undefined;
}
