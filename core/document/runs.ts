import type { Geometry, Position } from '#core/protocol';
import type { Extent } from './contract.ts';

/** Connected positions: a line, a closed ring, or loose points. */
export interface Run {
  readonly kind: 'points' | 'line' | 'ring';
  readonly positions: readonly Position[];
  /** Path of a vertex in the geometry's coordinates: `[ring, vertex]`; `[]` for a Point. */
  readonly pathTo: (vertex: number) => readonly number[];
}

/** Returns the runs of a geometry, in the order of its coordinates. */
export function runsOf(geometry: Geometry): Run[] {
  switch (geometry.type) {
    case 'Point':
      return [{ kind: 'points', positions: [geometry.coordinates], pathTo: () => [] }];
    case 'MultiPoint':
      return [run('points', geometry.coordinates, [])];
    case 'LineString':
      return [run('line', geometry.coordinates, [])];
    case 'MultiLineString':
      return geometry.coordinates.map((line, i) => run('line', line, [i]));
    case 'Polygon':
      return geometry.coordinates.map((ring, i) => run('ring', ring, [i]));
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings, i) => rings.map((ring, j) => run('ring', ring, [i, j])));
  }
}

/** Returns the positions of each run, for callers that need neither kind nor path. */
export function positionsOf(geometry: Geometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

function run(kind: Run['kind'], positions: readonly Position[], path: readonly number[]): Run {
  return { kind, positions, pathTo: (vertex) => [...path, vertex] };
}

type GrowingExtent = [number, number, number, number];

/** Returns minLon, minLat, maxLon, maxLat of a geometry, degrees. */
export function extentOf(geometry: Geometry): Extent {
  const box: GrowingExtent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const positions of positionsOf(geometry)) grow(box, positions, 0, positions.length);
  return box;
}

/** Like `extentOf`, for the positions from `from` to `to` (exclusive). */
export function extentOfPart(positions: readonly Position[], from: number, to: number): Extent {
  const box: GrowingExtent = [Infinity, Infinity, -Infinity, -Infinity];
  grow(box, positions, from, to);
  return box;
}

function grow(box: GrowingExtent, positions: readonly Position[], from: number, to: number): void {
  // Local variables: an array would be written for every position.
  let [west, south, east, north] = box;
  for (let i = from; i < to; i++) {
    const position = positions[i]!;
    const longitude = position[0];
    const latitude = position[1];
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  [box[0], box[1], box[2], box[3]] = [west, south, east, north];
}

/** Returns the extent around all; undefined if there are none. None may cross the antimeridian. */
export function extentAround(extents: readonly Extent[]): Extent | undefined {
  return extents.length === 0
    ? undefined
    : extents.reduce((a, b) => [
        Math.min(a[0], b[0]),
        Math.min(a[1], b[1]),
        Math.max(a[2], b[2]),
        Math.max(a[3], b[3]),
      ]);
}

/** Returns whether two extents meet. Neither may cross the antimeridian; see `splitAtAntimeridian`. */
export function extentsMeet(a: Extent, b: Extent): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

/** Returns the extent, or its two halves when it crosses the antimeridian (first > third). */
export function splitAtAntimeridian(extent: Extent): Extent[] {
  if (extent[0] <= extent[2]) return [extent];
  return [
    [extent[0], extent[1], 180, extent[3]],
    [-180, extent[1], extent[2], extent[3]],
  ];
}
