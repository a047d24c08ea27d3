import { runsOf, unreadSummaryOf, type MapObject, type LocationSummary } from '#core/document';
import type { Geometry } from '#core/protocol';
import { eastingOf, northingOf } from './mercator.ts';

/** minX, minY, maxX, maxY in EPSG:3857, metres. */
export type ProjectedExtent = readonly [number, number, number, number];

/** A geometry prepared for drawing: flat coordinates in EPSG:3857, metres. */
export interface ProjectedGeometry {
  readonly kind: 'points' | 'lines' | 'areas';
  /** x, y, x, y … */
  readonly coordinates: ArrayLike<number>;
  /** Index in `coordinates` at which each run ends. */
  readonly ends: readonly number[];
  readonly box: ProjectedExtent;
}

const known = new WeakMap<Geometry, ProjectedGeometry>();

/** Returns the flat form of a geometry. Cached: geometries are immutable. */
export function flatOf(geometry: Geometry): ProjectedGeometry {
  let flat = known.get(geometry);
  if (!flat) known.set(geometry, (flat = project(geometry)));
  return flat;
}

function project(geometry: Geometry): ProjectedGeometry {
  const runs = runsOf(geometry);
  let count = 0;
  for (const { positions } of runs) count += positions.length;
  const coordinates = new Float64Array(2 * count);
  const ends: number[] = [];
  let at = 0;
  for (const { positions } of runs) {
    for (const position of positions) {
      coordinates[at++] = eastingOf(position[0]);
      coordinates[at++] = northingOf(position[1]);
    }
    ends.push(at);
  }
  return {
    kind: kindOf(geometry.type),
    coordinates,
    ends,
    box: boxAround(coordinates),
  };
}

/** Returns the kind and box of an object whose coordinates have not been parsed. */
export function outlineOf({
  type,
  extent: [west, south, east, north],
}: LocationSummary): Pick<ProjectedGeometry, 'kind' | 'box'> {
  return {
    kind: kindOf(type),
    box: [eastingOf(west), northingOf(south), eastingOf(east), northingOf(north)],
  };
}

/** Returns the box of an object, without parsing its coordinates where the server has sent its extent. */
export function boxOf(object: MapObject): ProjectedExtent {
  const summary = unreadSummaryOf(object);
  return (summary ? outlineOf(summary) : flatOf(object.location)).box;
}

const KINDS: Readonly<Record<Geometry['type'], ProjectedGeometry['kind']>> = {
  Point: 'points',
  MultiPoint: 'points',
  LineString: 'lines',
  MultiLineString: 'lines',
  Polygon: 'areas',
  MultiPolygon: 'areas',
};

export function kindOf(type: Geometry['type']): ProjectedGeometry['kind'] {
  return KINDS[type];
}

export function boxAround(coordinates: ArrayLike<number>): ProjectedExtent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = coordinates[i]!;
    const y = coordinates[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return [minX, minY, maxX, maxY];
}

export function boxesMeet(a: ProjectedExtent, b: ProjectedExtent): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

export function growBox(box: ProjectedExtent, by: number): ProjectedExtent {
  return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
}

export function uniteBoxes(a: ProjectedExtent, b: ProjectedExtent): ProjectedExtent {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
