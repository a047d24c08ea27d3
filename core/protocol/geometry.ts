import * as z from 'zod/mini';

/** Longitude and latitude in degrees (WGS84), then the ellipsoidal height in metres if there is one. */
export type Position = [number, number] | [number, number, number];

/** GeoJSON geometry as stored: the three types of the specification, and the Multi* types from imports. */
export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPoint'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

export type GeometryType = Geometry['type'];
export const GEOMETRY_TYPES = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
] as const satisfies readonly GeometryType[];

export const MAX_VERTICES = 1_000_000;

/** A problem of a geometry; the key of a message, with its values. */
export interface GeometryProblem {
  key:
    | 'not-an-object'
    | 'unknown-type'
    | 'not-a-position'
    | 'not-finite'
    | 'out-of-range'
    | 'too-few-positions'
    | 'ring-open'
    | 'empty'
    | 'mixed-dimensions'
    | 'too-many-vertices';
  /** JSON path of the problem: `coordinates[2][0]`. */
  path: string;
  value?: string | number;
}

/**
 * Checks structure, range and size of a geometry, in one pass with at most four levels of recursion. Does not check
 * topology (self-intersection).
 */
export function geometryProblem(value: unknown): GeometryProblem | undefined {
  if (typeof value !== 'object' || value === null) return { key: 'not-an-object', path: '' };
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  const depth = DEPTH[type as GeometryType];
  if (depth === undefined) return { key: 'unknown-type', path: 'type', value: String(type).slice(0, 40) };
  const state: CoordinateCount = {
    count: 0,
    dimension: 0,
    minimum: MINIMUM[type as GeometryType],
    ring: RING.has(type as string),
  };
  return walk(coordinates, depth, 'coordinates', state);
}

const DEPTH: Record<GeometryType, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};
/** Minimum number of positions per line or ring: a line has two, a closed ring four. */
const MINIMUM: Record<GeometryType, number> = {
  Point: 1,
  MultiPoint: 1,
  LineString: 2,
  MultiLineString: 2,
  Polygon: 4,
  MultiPolygon: 4,
};
const RING = new Set(['Polygon', 'MultiPolygon']);

interface CoordinateCount {
  count: number;
  dimension: number;
  minimum: number;
  ring: boolean;
}

function walk(
  value: unknown,
  depth: number,
  path: string,
  state: CoordinateCount,
): GeometryProblem | undefined {
  if (depth === 0) return position(value, path, state);
  if (!Array.isArray(value)) return { key: 'not-a-position', path };
  if (value.length === 0) return { key: 'empty', path };
  if (depth === 1 && value.length < state.minimum)
    return { key: 'too-few-positions', path, value: state.minimum };
  for (let i = 0; i < value.length; i++) {
    const problem = walk(value[i], depth - 1, `${path}[${i}]`, state);
    if (problem) return problem;
  }
  if (depth === 1 && state.ring && !closed(value as Position[])) return { key: 'ring-open', path };
  return undefined;
}

function position(value: unknown, path: string, state: CoordinateCount): GeometryProblem | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return { key: 'not-a-position', path };
  for (const ordinate of value)
    if (typeof ordinate !== 'number' || !Number.isFinite(ordinate))
      return { key: 'not-finite', path, value: String(ordinate).slice(0, 40) };
  const [longitude, latitude] = value as Position;
  if (Math.abs(longitude) > 180) return { key: 'out-of-range', path, value: longitude };
  if (Math.abs(latitude) > 90) return { key: 'out-of-range', path, value: latitude };
  state.dimension ||= value.length;
  if (state.dimension !== value.length) return { key: 'mixed-dimensions', path };
  if (++state.count > MAX_VERTICES) return { key: 'too-many-vertices', path, value: MAX_VERTICES };
  return undefined;
}

function closed(ring: Position[]): boolean {
  const first = ring[0]!;
  const last = ring[ring.length - 1]!;
  return first[0] === last[0] && first[1] === last[1] && first[2] === last[2];
}

export const geometry = z.custom<Geometry>((value) => geometryProblem(value) === undefined, {
  error: (issue) => {
    const problem = geometryProblem(issue.input);
    return problem ? `geometry:${problem.key} ${problem.path} ${problem.value ?? ''}`.trimEnd() : undefined;
  },
});
