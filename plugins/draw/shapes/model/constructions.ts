import { project, unproject } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import { chordsOf, type Metric } from '#core/sketch';

/** Twice a square centimetre, in square degrees at the equator; smaller shapes are unintended. */
const SMALLEST = 2 * (0.01 / 111_320) ** 2;

/** An open ring without heights. */
export type OpenRing = readonly Position[];

/** Maximum size, metres; larger geodesic shapes would run around the world. */
const LARGEST = 1_000_000;

/** The number of vertices for the chord tolerance; a multiple of 4. */
function circleVertices(radius: number): number {
  return Math.ceil(chordsOf(radius) / 4) * 4;
}

/** The circle around `centre` through `rim`, which is its first vertex. */
export function circle(centre: Position, rim: Position, metric: Metric): OpenRing | undefined {
  const { length, azimuth } = metric.segment(centre, rim);
  return around(centre, azimuth, length, circleVertices(length), metric);
}

/** The regular polygon around `centre` with a corner at `corner`. */
export function regularPolygon(
  centre: Position,
  corner: Position,
  sides: number,
  metric: Metric,
): OpenRing | undefined {
  const { length, azimuth } = metric.segment(centre, corner);
  return around(centre, azimuth, length, sides, metric);
}

/**
 * The rectangle between two opposite corners. Its sides run along meridians and parallels, or along the grid where the
 * metric is plane.
 */
export function rectangle([ax, ay]: Position, [cx, cy]: Position, { crs }: Metric): OpenRing | undefined {
  return valid(() => {
    if (!crs) return [[ax, ay], [cx, ay], [cx, cy], [ax, cy]]; // prettier-ignore
    const [ae, an] = project(crs, [ax, ay]);
    const [ce, cn] = project(crs, [cx, cy]);
    return [[ax, ay], unproject(crs, [ce, an]), [cx, cy], unproject(crs, [ae, cn])]; // prettier-ignore
  });
}

/** The point nearest to `place` on the line through `b` perpendicular to the side from `a`. */
export function squared(a: Position, b: Position, place: Position, metric: Metric): Position {
  const back = metric.segment(b, a).azimuth;
  const { length, azimuth } = metric.segment(b, place);
  const width = length * Math.sin(((azimuth - back) * Math.PI) / 180);
  return metric.direct(b, back + 90, width);
}

/**
 * The rectangle on the side from `a` to `b`, with the distance of `place` from that side as width. Both short sides
 * have the same length and are perpendicular to the given side.
 */
export function turnedRectangle(
  a: Position,
  b: Position,
  place: Position,
  metric: Metric,
): OpenRing | undefined {
  return valid(() => {
    const back = metric.segment(b, a).azimuth;
    const { length, azimuth } = metric.segment(b, place);
    const width = length * Math.sin(((azimuth - back) * Math.PI) / 180);
    const ahead = metric.segment(a, b).azimuth;
    // Right of b → a is left of a → b.
    return [flat(a), flat(b), metric.direct(b, back + 90, width), metric.direct(a, ahead - 90, width)];
  });
}

function around(
  centre: Position,
  start: number,
  radius: number,
  count: number,
  metric: Metric,
): OpenRing | undefined {
  if (!(radius <= LARGEST)) return undefined;
  return valid(() =>
    Array.from({ length: count }, (_, i) => metric.direct(centre, start - (360 * i) / count, radius)),
  );
}

/** The ring, or undefined if it is too small, leaves the metric's CRS, or crosses a pole or the 180th meridian. */
function valid(make: () => OpenRing): OpenRing | undefined {
  try {
    const ring = make();
    const all = ring.every(([longitude, latitude], i) => {
      const [next] = ring[(i + 1) % ring.length]!;
      return Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(next - longitude) < 180;
    });
    return all && twiceArea(ring) > SMALLEST ? ring : undefined;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs') return undefined;
    throw thrown;
  }
}

function twiceArea(ring: OpenRing): number {
  const [ox, oy] = ring[0]!;
  let sum = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[i + 1]!;
    sum += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
  }
  return Math.abs(sum);
}

function flat([longitude, latitude]: Position): Position {
  return [longitude, latitude];
}
