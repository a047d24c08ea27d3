import { extentOfObject, type Extent, type MapObject, type ProjectDocument } from '#core/document';
import { inside } from '#core/mapview';
import type { Position } from '#core/protocol';
import { sharesWithin } from '#core/shapes';

/** Objects in a box. `wholly`: those within; otherwise also those that intersect it, exact to the drawn edge. */
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
    if (!touched.has(id) && sharesWithin(from as Position, to as Position, box)) touched.add(id);
  const corner: Position = [box[0], box[1]];
  return near.filter((object) => touched.has(object.id) || around(object, corner));
}

function contains(box: Extent, [west, south, east, north]: Extent): boolean {
  return west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3];
}

/** A box that no edge crosses is inside an area with all corners, or with none. */
function around({ location }: MapObject, corner: Position): boolean {
  if (location.type === 'Polygon') return inside(corner, location.coordinates);
  return location.type === 'MultiPolygon' && location.coordinates.some((rings) => inside(corner, rings));
}
