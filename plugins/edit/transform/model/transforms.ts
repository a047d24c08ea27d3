import type { MapObject } from '#core/document';
import { AppError } from '#core/kernel';
import { mapObject } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

/** Returns the new position of a vertex; without a height in the result the vertex keeps its height. */
export type VertexTransform = (vertex: Position) => Position;

/** Moves the base point; every vertex keeps its distance and azimuth from it. */
export function moved(metric: Metric, from: Position, to: Position): VertexTransform {
  return around(metric, from, to, (length, azimuth) => [length, azimuth]);
}

/** Rotates around the pivot by degrees clockwise; distances from the pivot stay. */
export function turned(metric: Metric, pivot: Position, degrees: number): VertexTransform {
  return around(metric, pivot, pivot, (length, azimuth) => [length, azimuth + degrees]);
}

/** Multiplies distances from the pivot by the factor; directions stay. */
export function scaled(metric: Metric, pivot: Position, factor: number): VertexTransform {
  return around(metric, pivot, pivot, (length, azimuth) => [length * factor, azimuth]);
}

/** Mirrors at the line through two positions; positions on it stay. Distances from the midpoint of both stay. */
export function mirrored(metric: Metric, a: Position, b: Position): VertexTransform {
  const middle = scaled(metric, a, 0.5)(b);
  const ahead = metric.segment(middle, b).azimuth;
  return around(metric, middle, middle, (length, azimuth) => [length, 2 * ahead - azimuth]);
}

/** Applies `change` to heights too; vertices without a height stay without. */
export function withHeights(place: VertexTransform, change: (height: number) => number): VertexTransform {
  return (vertex) => {
    const [x, y] = place(vertex);
    return vertex[2] === undefined ? [x, y] : [x, y, change(vertex[2])];
  };
}

/** Measures distance and azimuth from `from`, changes them, and applies them from `to`. */
function around(
  metric: Metric,
  from: Position,
  to: Position,
  change: (length: number, azimuth: number) => [length: number, azimuth: number],
): VertexTransform {
  const place: VertexTransform = (vertex) => {
    const { length, azimuth } = metric.segment(from, vertex);
    const [far, ahead] = change(length, azimuth);
    return metric.direct(to, ahead, far);
  };
  if (!metric.crs)
    return (vertex) => (vertex[0] === from[0] && vertex[1] === from[1] ? [to[0], to[1]] : place(vertex));
  // Projecting and inverting is not exact in every CRS (Monte Mario: 0.6 mm). The error of an unmoved vertex is the
  // same as that of a moved one, so it is subtracted.
  return (vertex) => {
    const [x, y] = place(vertex);
    const [backX, backY] = metric.direct(vertex, 0, 0);
    return [x + (vertex[0] - backX), y + (vertex[1] - backY)];
  };
}

/**
 * Returns the objects with `place` applied to every vertex; undefined if a vertex would leave the world or the CRS,
 * or an edge would cross the antimeridian. `flips`: `place` swaps left and right, so rings are reversed to keep their
 * orientation.
 */
export function transformed(
  objects: readonly MapObject[],
  place: VertexTransform,
  flips = false,
): MapObject[] | undefined {
  let sound = true;
  const put: VertexTransform = (vertex) => {
    const there = place(vertex);
    const [x, y] = there;
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) sound = false;
    // A vertex usually moves little, and never half way around the world.
    if (Math.abs(x - vertex[0]) > 90) sound = false;
    return there;
  };
  try {
    const after = objects.map((object) => {
      const moved = mapObject(object, put);
      return flips ? { ...moved, location: rewound(moved.location) } : moved;
    });
    return sound ? after : undefined;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs') return undefined;
    throw thrown;
  }
}

function rewound(geometry: Geometry): Geometry {
  const back = (rings: Position[][]): Position[][] => rings.map((ring) => ring.toReversed());
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: back(geometry.coordinates) };
  if (geometry.type === 'MultiPolygon') return { ...geometry, coordinates: geometry.coordinates.map(back) };
  return geometry;
}
