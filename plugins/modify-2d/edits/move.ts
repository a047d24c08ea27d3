import { direct, inverse } from '#core/geodesy';
import type { Edit, MapObject } from '#core/document';
import { mapPositions } from '#core/mapview';
import type { Position } from '#core/protocol';

/**
 * Objects as they are carried from one place to another: every vertex keeps its geodesic distance and azimuth from the
 * place where they were taken hold of, so that shapes keep their true size wherever they go. Heights are kept.
 */
export function carried(objects: readonly MapObject[], from: Position, to: Position): MapObject[] {
  if (from[0] === to[0] && from[1] === to[1]) return [...objects];
  const carry = (vertex: Position): Position => {
    const { distance, azimuth } = inverse(from, vertex);
    const [longitude, latitude] = distance === 0 ? to : direct(to, azimuth, distance);
    return vertex.length === 3 ? [longitude, latitude, vertex[2]] : [longitude, latitude];
  };
  return objects.map((object) => ({ ...object, location: mapPositions(object.location, carry) }));
}

/** Moves whole objects; those that are gone are left out, and nothing happens when the two places are one. */
export function move(ids: readonly string[], from: Position, to: Position): Edit {
  return (document) => {
    if (from[0] === to[0] && from[1] === to[1]) return [];
    const objects = ids.flatMap((id) => document.get(id) ?? []);
    return carried(objects, from, to).map((after, i) => ({ id: after.id, before: objects[i], after }));
  };
}
