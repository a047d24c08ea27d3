import type { MapObject } from '#core/document';
import { AppError } from '#core/kernel';
import { mapPositions } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

/** Where a vertex comes to be; one that leaves the height out keeps it. */
export type Place = (vertex: Position) => Position;

/** Every vertex keeps its distance and azimuth from the base, which goes from one place to the other. */
export function moved(metric: Metric, from: Position, to: Position): Place {
  return around(metric, from, to, (length, azimuth) => [length, azimuth]);
}

/** Turned around the pivot by degrees clockwise; distances from the pivot stay. */
export function turned(metric: Metric, pivot: Position, degrees: number): Place {
  return around(metric, pivot, pivot, (length, azimuth) => [length, azimuth + degrees]);
}

/** Distances from the pivot times the factor; directions stay. */
export function scaled(metric: Metric, pivot: Position, factor: number): Place {
  return around(metric, pivot, pivot, (length, azimuth) => [length * factor, azimuth]);
}

/** To the other side of the line through two places; what lies on it stays. Distances from their middle stay. */
export function mirrored(metric: Metric, a: Position, b: Position): Place {
  const middle = scaled(metric, a, 0.5)(b);
  const ahead = metric.segment(middle, b).azimuth;
  return around(metric, middle, middle, (length, azimuth) => [length, 2 * ahead - azimuth]);
}

/** Heights put through `change`, too; what has none stays without. */
export function withHeights(place: Place, change: (height: number) => number): Place {
  return (vertex) => {
    const [x, y] = place(vertex);
    return vertex[2] === undefined ? [x, y] : [x, y, change(vertex[2])];
  };
}

/** Distance and azimuth from `from`, changed, are taken from `to`. */
function around(
  metric: Metric,
  from: Position,
  to: Position,
  change: (length: number, azimuth: number) => [length: number, azimuth: number],
): Place {
  const place: Place = (vertex) => {
    const { length, azimuth } = metric.segment(from, vertex);
    const [far, ahead] = change(length, azimuth);
    return metric.direct(to, ahead, far);
  };
  if (!metric.crs)
    return (vertex) => (vertex[0] === from[0] && vertex[1] === from[1] ? [to[0], to[1]] : place(vertex));
  // A way to the plane and back is not exact in every CRS (Monte Mario: 0.6 mm). What it adds to a vertex that stays it
  // adds to one that moves, so that is taken off.
  return (vertex) => {
    const [x, y] = place(vertex);
    const [backX, backY] = metric.direct(vertex, 0, 0);
    return [x + (vertex[0] - backX), y + (vertex[1] - backY)];
  };
}

/**
 * The objects with every vertex put through `place`; undefined where a vertex would leave the world or the
 * CRS, or an edge would run around the world. `flips`: `place` turns left into right, so rings are run the other way to
 * stay wound as they were.
 */
export function transformed(
  objects: readonly MapObject[],
  place: Place,
  flips = false,
): MapObject[] | undefined {
  let sound = true;
  const put: Place = (vertex) => {
    const there = place(vertex);
    const [x, y] = there;
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) sound = false;
    // A vertex is mostly near to where it was, and in any case not half a world away.
    if (Math.abs(x - vertex[0]) > 90) sound = false;
    return there;
  };
  try {
    const after = objects.map((object) => {
      const location = mapPositions(object.location, put);
      return { ...object, location: flips ? rewound(location) : location };
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
