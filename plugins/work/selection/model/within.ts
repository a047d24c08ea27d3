import { extentOfObject, type Extent, type MapObject, type ProjectDocument } from '#core/document';
import { inside } from '#core/mapview';
import type { Position } from '#core/protocol';

/**
 * Objects of a box. `wholly`: those that lie in it entirely; else also those that only reach into it, exact to the drawn
 * edge.
 */
export function objectsWithin(
  { index }: Pick<ProjectDocument, 'index'>,
  box: Extent,
  wholly: boolean,
  accepts: (object: MapObject) => boolean,
): MapObject[] {
  const near = index.objects(box).filter(accepts);
  if (wholly) return near.filter((object) => contains(box, extentOfObject(object)));
  const touched = new Set<string>();
  for (const { id, from, to } of index.segments(box))
    if (!touched.has(id) && crosses(from, to, box)) touched.add(id);
  const corner: Position = [box[0], box[1]];
  return near.filter((object) => touched.has(object.id) || around(object, corner));
}

function contains(box: Extent, [west, south, east, north]: Extent): boolean {
  return west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3];
}

/** A box that no edge crosses is in an area with every corner, or with none. */
function around({ location }: MapObject, corner: Position): boolean {
  if (location.type === 'Polygon') return inside(corner, location.coordinates);
  return location.type === 'MultiPolygon' && location.coordinates.some((rings) => inside(corner, rings));
}

/** Does the segment from `a` to `b` meet the box? Clipped side by side, after Liang and Barsky (1984). */
function crosses(a: readonly number[], b: readonly number[], box: Extent): boolean {
  let enter = 0;
  let leave = 1;
  for (const axis of [0, 1] as const) {
    const step = b[axis]! - a[axis]!;
    const low = box[axis] - a[axis]!;
    const high = box[axis + 2]! - a[axis]!;
    if (step === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const [first, last] = step > 0 ? [low / step, high / step] : [high / step, low / step];
    enter = Math.max(enter, first);
    leave = Math.min(leave, last);
    if (enter > leave) return false;
  }
  return true;
}
