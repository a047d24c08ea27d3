import type { Extent, MapObject } from '#core/document';
import { MAX_CORNERS, type TilesetClip } from '#core/protocol';

type ClipRing = TilesetClip['ring'];

/** The corners of an extent; undefined where it covers the world, or crosses the antimeridian. */
export function ringOfExtent([west, south, east, north]: Extent): ClipRing | undefined {
  if (west < -180 || east > 180 || east <= west || east - west > 90) return undefined;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** The outline of the only polygon among the objects; undefined where there is none, or more than one. */
export function ringOfObjects(objects: readonly (MapObject | undefined)[]): ClipRing | undefined {
  const outlines = objects.flatMap((object) => {
    const location = object?.location;
    if (location?.type === 'Polygon') return [location.coordinates[0]];
    return location?.type === 'MultiPolygon' && location.coordinates.length === 1
      ? [location.coordinates[0]![0]]
      : [];
  });
  const [outline] = outlines;
  if (!outline || outlines.length > 1) return undefined;
  // The last corner repeats the first.
  const ring = outline.slice(0, -1).map(([x, y]): [number, number] => [x, y]);
  return ring.length >= 3 && ring.length <= MAX_CORNERS ? ring : undefined;
}
