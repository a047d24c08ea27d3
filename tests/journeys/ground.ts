import type { Geometry, GeometryObject, Position } from '#core/protocol';

/** A place on the ground, CSS pixels from the centre of the map. */
export type Spot = readonly [right: number, down: number];

export const ZOOM = 18;
/** CSS pixels per degree of longitude: the equator is 256 · 2^zoom of them. */
export const SCALE = (256 * 2 ** ZOOM) / 360;

/** Degrees of latitude as they are drawn on the map, in degrees of longitude. */
const drawn = (latitude: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
const undrawn = (north: number): number => (Math.atan(Math.sinh((north * Math.PI) / 180)) * 180) / Math.PI;

/** The position of a spot on a map centred at `centre`. */
export function positionAt(centre: Position, [right, down]: Spot): Position {
  return [centre[0] + right / SCALE, undrawn(drawn(centre[1]) - down / SCALE)];
}
/** Place of a position on a map centred at `centre`. */
export function spotAt(centre: Position, [longitude, latitude]: Position): Spot {
  return [(longitude - centre[0]) * SCALE, (drawn(centre[1]) - drawn(latitude)) * SCALE];
}

/**
 * Shapes by the names of their objects: `-60,4 0,0` is a line, `-20,-40…60,40` the extent of an area and of its
 * holes. `label 8,12`: the middle of a label that was moved.
 */
export type JourneyScene = Readonly<Record<string, readonly string[]>>;

/** The smallest step of the keyboard's crosshair: spots are rounded to its grid. */
const GRID = 4;

/** Describes the objects independently of how they were drawn. */
export function sceneOf(centre: Position, objects: readonly GeometryObject[]): JourneyScene {
  const notify = (position: Position): string =>
    spotAt(centre, position)
      .map((pixels) => Math.round(pixels / GRID) * GRID || 0)
      .join();
  const frame = (ring: readonly Position[]): string => {
    const edge = (pick: (...of: number[]) => number, axis: 0 | 1) => pick(...ring.map((vertex) => vertex[axis])); // prettier-ignore
    return `${notify([edge(Math.min, 0), edge(Math.max, 1)])}…${notify([edge(Math.max, 0), edge(Math.min, 1)])}`;
  };
  const area = (rings: readonly Position[][]): string => rings.map(frame).join(' without ');
  const form = (location: Geometry): string => {
    if (location.type === 'Point') return notify(location.coordinates);
    if (location.type === 'LineString') return location.coordinates.map(notify).join(' ');
    if (location.type === 'Polygon') return area(location.coordinates);
    if (location.type === 'MultiPolygon') return location.coordinates.map(area).sort().join(' and ');
    throw new Error(`A ${location.type} is not expected here.`);
  };
  const scene: Record<string, string[]> = {};
  for (const { properties, location, labelAt } of objects) {
    const moved = labelAt ? ` label ${notify(labelAt)}` : '';
    (scene[String(properties['name'] ?? '')] ??= []).push(form(location) + moved);
  }
  for (const forms of Object.values(scene)) forms.sort();
  return scene;
}

/** The latitude at which tools are tried. */
export const LATITUDE = 42.96;
/** Metres per pixel there: the equator's 40 075 017 m by 256 · 2^18 pixels, times the cosine of the latitude. */
export const METRES = (40_075_017 / (360 * SCALE)) * Math.cos((LATITUDE * Math.PI) / 180);

/** Metres that the ground of the valley rises for each metre from its bottom, to the east and to the west. */
export const RISE = 0.02;
