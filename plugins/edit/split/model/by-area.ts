import { runsOf } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { splitPolygon, type SplitReason } from '#core/shapes';
import type { Metric } from '#core/sketch';

export type Areal = Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;
/** The direction of a cut by area: parallel to a side, or through a position in any direction. */
export type CutDirection = { readonly along: readonly [Position, Position] } | { readonly through: Position };
export type AreaFault = Exclude<SplitReason, 'misses' | 'touches' | 'ends-inside'> | 'no-such-cut';

/** Returns the area of a polygon without its holes in square metres, as measured by the metric. */
export function areaBy(metric: Metric, { type, coordinates }: Areal): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons
    .flatMap((rings) => rings.map((ring, i) => (i === 0 ? 1 : -1) * metric.area(ring)))
    .reduce((sum, area) => sum + area, 0);
}

/**
 * Returns the straight cut that leaves `requested` square metres on one side: the chosen side, or that of the first
 * direction found; with `flipped` the other. Straight and parallel refer to longitude and latitude, as outlines are
 * stored; areas are those of the metric.
 */
export function cutForArea(
  polygon: Areal,
  direction: CutDirection,
  requested: number,
  metric: Metric,
  flipped: boolean,
): readonly Position[] | AreaFault {
  const family =
    'along' in direction ? parallels(polygon, direction.along) : pencil(polygon, direction.through);
  let fault: AreaFault | undefined;
  const excess = (at: number): number => {
    const area = areaLeftOf(family.cutAt(at), flipped ? 'right' : 'left', polygon, metric);
    if (typeof area === 'number') return area - requested;
    fault = area;
    return 0;
  };
  const tolerance = Math.max(1e-7, 1e-12 * areaBy(metric, polygon));
  let [low, before] = [family.range[0], excess(family.range[0])];
  for (let step = 1; step <= family.steps && !fault; step++) {
    const high = family.range[0] + ((family.range[1] - family.range[0]) * step) / family.steps;
    const after = excess(high);
    if (before * after < 0) {
      const at = rootBetween(excess, [low, before], [high, after], tolerance);
      return fault ?? family.cutAt(at);
    }
    [low, before] = [high, after];
  }
  return fault ?? 'no-such-cut';
}

/** Cuts with one parameter; as it runs through its range, the area on their left grows, at least at first. */
interface CutFamily {
  readonly range: readonly [number, number];
  /** Number of steps in which the range is searched for the requested area. */
  readonly steps: number;
  cutAt(at: number): readonly [Position, Position];
}

/** Returns the parallels to a side, from the end of the polygon nearer to it to the other end. */
function parallels(polygon: Areal, [a, b]: readonly [Position, Position]): CutFamily {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const vertices = verticesOf(polygon);
  // In lengths of the side: along it, and to its left.
  const along = vertices.map(([x, y]) => ((x - a[0]) * dx + (y - a[1]) * dy) / square);
  const offsets = vertices.map(([x, y]) => (dx * (y - a[1]) - dy * (x - a[0])) / square);
  const [west, east] = [min(along) - 1, max(along) + 1];
  const [low, high] = [min(offsets), max(offsets)];
  const place = (share: number, off: number): Position => [
    a[0] + dx * share - dy * off,
    a[1] + dy * share + dx * off,
  ];
  // In such an order that the part already passed is on the left.
  return Math.abs(low) <= Math.abs(high)
    ? { range: [low, high], steps: 1, cutAt: (off) => [place(east, off), place(west, off)] }
    : { range: [high, low], steps: 1, cutAt: (off) => [place(west, off), place(east, off)] };
}

/** Returns all lines through a position, half a turn. */
function pencil(polygon: Areal, [x, y]: Position): CutFamily {
  const reach = 1.5 * max(verticesOf(polygon).map((vertex) => Math.hypot(vertex[0] - x, vertex[1] - y)));
  return {
    range: [0, Math.PI],
    steps: 24,
    cutAt: (angle) => {
      const [dx, dy] = [reach * Math.cos(angle), reach * Math.sin(angle)];
      return [
        [x - dx, y - dy],
        [x + dx, y + dy],
      ];
    },
  };
}

function areaLeftOf(
  cut: readonly [Position, Position],
  side: 'left' | 'right',
  polygon: Areal,
  metric: Metric,
): number | AreaFault {
  const split = splitPolygon(polygon, [cut]);
  let parts: readonly Areal[] = [polygon];
  if ('parts' in split) parts = split.parts;
  else {
    const { reason } = split.refused;
    if (reason !== 'misses' && reason !== 'touches' && reason !== 'ends-inside') return reason;
  }
  const polygons = parts.flatMap((part): Areal[] =>
    part.type === 'Polygon'
      ? [part]
      : part.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })),
  );
  return polygons
    .filter((part) => isLeft(cut, part) === (side === 'left'))
    .reduce((sum, part) => sum + areaBy(metric, part), 0);
}

/** Returns whether a part is on the left of the cut, by its vertex farthest from the cut. */
function isLeft([from, to]: readonly [Position, Position], part: Areal): boolean {
  const side = ([x, y]: Position): number =>
    (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  return (
    verticesOf(part)
      .map(side)
      .reduce((best, each) => (Math.abs(each) > Math.abs(best) ? each : best)) > 0
  );
}

/**
 * Returns the root of a function between two positions with different signs, by the Illinois variant of false
 * position.
 */
function rootBetween(
  of: (at: number) => number,
  [a, atA]: [number, number],
  [b, atB]: [number, number],
  tolerance: number,
): number {
  let best = Math.abs(atA) < Math.abs(atB) ? { at: a, off: Math.abs(atA) } : { at: b, off: Math.abs(atB) };
  for (let step = 0; step < 60 && best.off > tolerance; step++) {
    const at = (a * atB - b * atA) / (atB - atA);
    if (at === a || at === b) break;
    const value = of(at);
    if (Math.abs(value) < best.off) best = { at, off: Math.abs(value) };
    if (value * atB < 0) [a, atA] = [b, atB];
    else atA /= 2;
    [b, atB] = [at, value];
  }
  return best.at;
}

function verticesOf(polygon: Areal): Position[] {
  return runsOf(polygon).flatMap(({ positions }) => [...positions]);
}

function min(values: readonly number[]): number {
  return values.reduce((best, value) => Math.min(best, value), Infinity);
}

function max(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), -Infinity);
}
