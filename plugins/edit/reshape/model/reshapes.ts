import { runsOf } from '#core/document';
import { AppError } from '#core/kernel';
import { inside } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { crossesItself, nearestOnEdge, simplified, simplifiedRing, windRings } from '#core/shapes';
import type { Metric } from '#core/sketch';
import { buffered } from './buffer.ts';
import { chartOf, type LocalPlane, type LocalPoint } from './chart.ts';
import { parallel } from './parallel.ts';
import { smoothed } from './smooth.ts';

export type ReshapeKind = 'offset' | 'simplify' | 'smooth';
/** Why a geometry cannot be reshaped; a text key of this plugin. */
export type ReshapeFault = 'points' | 'nothing-left' | 'torn' | 'crosses' | 'outside' | 'large';

/** Maximum number of vertices of one object's result. */
const MAX_VERTICES = 100_000;
/** Maximum number of vertices of an offset line: every edge is compared with every other. */
const MAX_OFFSET_VERTICES = 3_000;
/** Maximum number of vertices of an offset outline. */
const MAX_OUTLINE_VERTICES = 50_000;

/**
 * Returns a line or outline offset by `value` metres (to the right or outward; negative for the other side),
 * simplified with a tolerance of `value` metres, or smoothed in `value` rounds. Distances are those of the metric.
 */
export function reshaped(
  kind: ReshapeKind,
  geometry: Geometry,
  value: number,
  metric: Metric,
): Geometry | ReshapeFault {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return 'points';
  try {
    const chart = chartOf(geometry, metric);
    const result = kind === 'offset' ? offset(geometry, value, chart) : eachRun(kind, geometry, value, chart);
    if (typeof result === 'string') return result;
    const sound = runsOf(result).every(({ positions }) => positions.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)); // prettier-ignore
    return sound ? result : 'outside';
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs') return 'outside';
    throw thrown;
  }
}

/**
 * Returns the signed distance of a position from the nearest edge in metres, positive right of a line or outside of
 * an outline.
 */
export function sideOf(geometry: Geometry, place: Position, metric: Metric): number {
  const chart = chartOf(geometry, metric);
  const point = chart.to(place);
  const runs = runsOf(geometry).map(({ kind, positions }) => ({
    kind,
    points: positions.map((position) => chart.to(position)),
  }));
  const outlines = runs.map(({ points }) => points);
  let best = { away: Infinity, right: true };
  for (const { kind, points } of runs)
    for (let i = 0; i + 1 < points.length; i++) {
      const [a, b] = [points[i]!, points[i + 1]!];
      const { distance: away } = nearestOnEdge(point, a, b);
      if (away >= best.away) continue;
      const right =
        kind === 'ring'
          ? !inside(point, outlines)
          : (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) <= 0;
      best = { away, right };
    }
  return best.right ? best.away : -best.away;
}

type Extended = Exclude<Geometry, { type: 'Point' | 'MultiPoint' }>;

function offset(geometry: Extended, distance: number, chart: LocalPlane): Geometry | ReshapeFault {
  const vertices = runsOf(geometry).reduce((sum, { positions }) => sum + positions.length, 0);
  if (vertices > (geometry.type.endsWith('Polygon') ? MAX_OUTLINE_VERTICES : MAX_OFFSET_VERTICES))
    return 'large';
  const back = (points: readonly LocalPoint[]): Position[] => {
    const positions = points.map((point) => chart.from(point));
    const closed = points.length > 1 && points[0] === points.at(-1);
    return closed ? positions.with(-1, positions[0]!) : positions;
  };
  if (geometry.type === 'LineString' || geometry.type === 'MultiLineString') {
    const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
    const moved = lines.map((line) =>
      parallel(
        line.map((vertex) => chart.to(vertex)),
        distance,
      ),
    );
    if (moved.includes(undefined)) return 'torn';
    const coordinates = moved.map((line) => back(line!));
    return geometry.type === 'LineString'
      ? { type: 'LineString', coordinates: coordinates[0]! }
      : { type: 'MultiLineString', coordinates };
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const parts = polygons.flatMap((rings) =>
    buffered(
      windRings(rings).map((ring) => ring.map((vertex) => chart.to(vertex))),
      distance,
    ),
  );
  if (parts.length === 0) return 'nothing-left';
  const coordinates = parts.map((rings) => windRings(rings.map(back)));
  return coordinates.length === 1 && geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}

function eachRun(
  kind: 'simplify' | 'smooth',
  geometry: Extended,
  value: number,
  chart: LocalPlane,
): Geometry | ReshapeFault {
  let count = 0;
  const run = (positions: Position[], ring: boolean): Position[] | undefined => {
    const points = positions.map((position) => chart.to(position));
    // Remaining vertices are the original ones, not transformed back.
    if (kind === 'simplify')
      return (ring ? simplifiedRing(points, value) : simplified(points, value))?.map((i) => positions[i]!);
    if (positions.length * 2 ** value > MAX_VERTICES) {
      count = Infinity;
      return positions;
    }
    const result = smoothed(points, ring, value).map((point) => chart.from(point));
    if (ring) return result.with(-1, result[0]!);
    return result.with(0, positions[0]!).with(-1, positions.at(-1)!);
  };
  /** A hole smaller than the tolerance is removed; an outline is kept unchanged then. */
  const polygon = (rings: Position[][]): Position[][] =>
    rings.flatMap((ring, i) => {
      const next = run(ring, true);
      return next ? [next] : i === 0 ? [ring] : [];
    });
  const result = ((): Geometry => {
    switch (geometry.type) {
      case 'LineString':
        return { type: 'LineString', coordinates: run(geometry.coordinates, false)! };
      case 'MultiLineString':
        return {
          type: 'MultiLineString',
          coordinates: geometry.coordinates.map((line) => run(line, false)!),
        };
      case 'Polygon':
        return { type: 'Polygon', coordinates: polygon(geometry.coordinates) };
      case 'MultiPolygon':
        return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(polygon) };
    }
  })();
  if (count === Infinity) return 'large';
  const outlines = result.type === 'Polygon' ? [result.coordinates] : result.type === 'MultiPolygon' ? result.coordinates : []; // prettier-ignore
  return outlines.some((rings) => crossesItself(rings)) ? 'crosses' : result;
}
