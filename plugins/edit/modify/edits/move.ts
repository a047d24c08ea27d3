import { direct, inverse } from '#core/geodesy';
import type { Edit, MapObject } from '#core/document';
import { mapObject, mapPositions, standingAt } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';

/** Vertical offset in metres, negative for down; a vertex without a height starts at the height of the ground. */
export interface Rise {
  readonly by: number;
  readonly ground: number;
}

/**
 * Returns the objects moved from one position to another. Every vertex keeps its geodesic distance and azimuth from
 * the reference position, so that shapes keep their true size. Heights are kept, or raised.
 */
export function movedObjects(
  objects: readonly MapObject[],
  from: Position,
  to: Position,
  rise?: Rise,
): MapObject[] {
  if (rise) return objects.map((object) => ({ ...object, location: raised(object.location, rise) }));
  if (from[0] === to[0] && from[1] === to[1]) return [...objects];
  const carry = (vertex: Position): Position => {
    const { distance, azimuth } = inverse(from, vertex);
    const [longitude, latitude] = distance === 0 ? to : direct(to, azimuth, distance);
    return vertex.length === 3 ? [longitude, latitude, vertex[2]] : [longitude, latitude];
  };
  return objects.map((object) => mapObject(object, carry));
}

/** Moves whole objects. Objects that no longer exist are skipped; nothing changes if both positions are equal. */
export function move(ids: readonly string[], from: Position, to: Position, rise?: Rise): Edit {
  return (document) => {
    if (rise ? rise.by === 0 : from[0] === to[0] && from[1] === to[1]) return [];
    const objects = ids.flatMap((id) => document.get(id) ?? []);
    return movedObjects(objects, from, to, rise).map((after, i) => ({
      id: after.id,
      before: objects[i],
      after,
    }));
  };
}

function raised(location: Geometry, { by, ground }: Rise): Geometry {
  return mapPositions(standingAt(location, ground), ([longitude, latitude, height]) => [
    longitude,
    latitude,
    height! + by,
  ]);
}
