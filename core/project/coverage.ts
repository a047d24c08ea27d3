import {
  extentOfObject,
  extentsMeet,
  runsOf,
  type Extent,
  type LoadedAreas,
  type MapObject,
} from '#core/document';

/**
 * Returns whether all objects of `extent` are loaded. `whole`: where all objects of the project are, null if it has
 * none, undefined if that is not known. Without an extent, all objects of the project.
 */
export function areLoaded(
  areas: Pick<LoadedAreas, 'has'>,
  whole: Extent | null | undefined,
  extent: Extent | undefined,
): boolean {
  if (whole === null) return true;
  const known = whole && !crossesAntimeridian(whole) ? whole : undefined;
  if (!extent) return known !== undefined && areas.has(known);
  if (!known || crossesAntimeridian(extent)) return areas.has(extent);
  return !extentsMeet(extent, known) || areas.has(intersectionOf(extent, known));
}

/** Returns whether the server certainly lists the object for the extent: it has a vertex inside. */
export function isSurelyIn(object: MapObject, [west, south, east, north]: Extent): boolean {
  const box = extentOfObject(object);
  if (box[0] > west && box[1] > south && box[2] < east && box[3] < north) return true;
  return runsOf(object.location).some(({ positions }) =>
    positions.some(([x, y]) => x > west && x < east && y > south && y < north),
  );
}

function crossesAntimeridian([west, , east]: Extent): boolean {
  return west > east;
}

function intersectionOf(a: Extent, b: Extent): Extent {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
