import { fullCircle } from '#core/geodesy';

/** Easting and northing, metres. */
export interface Place {
  east: number;
  north: number;
}

const RADIANS = Math.PI / 180;

/** Degrees clockwise from north, 0 up to 360. */
export function azimuthOf(from: Place, to: Place): number {
  return fullCircle(Math.atan2(to.east - from.east, to.north - from.north) / RADIANS);
}

export function lengthOf(from: Place, to: Place): number {
  return Math.hypot(to.east - from.east, to.north - from.north);
}

/** The place at an azimuth and distance. */
export function polar(from: Place, azimuth: number, distance: number): Place {
  return {
    east: from.east + distance * Math.sin(azimuth * RADIANS),
    north: from.north + distance * Math.cos(azimuth * RADIANS),
  };
}

/** −180 up to 180. */
export function signed(degrees: number): number {
  const rest = ((degrees % 360) + 540) % 360;
  return rest - 180;
}

/** The mean of angles that are near each other, also across 0; weights by default 1. */
export function meanAngle(angles: readonly number[], weights?: readonly number[]): number {
  const [first = 0] = angles;
  let [sum, total] = [0, 0];
  for (const [i, angle] of angles.entries()) {
    const weight = weights?.[i] ?? 1;
    sum += weight * signed(angle - first);
    total += weight;
  }
  return fullCircle(first + sum / total);
}

/** Where two lines of sight meet; undefined if they run beside each other (within 3°) or meet behind a station. */
export function intersect(a: Place, azimuthA: number, b: Place, azimuthB: number): Place | undefined {
  const angle = Math.sin((azimuthB - azimuthA) * RADIANS);
  if (Math.abs(angle) < Math.sin(3 * RADIANS)) return undefined;
  const along =
    ((b.east - a.east) * Math.cos(azimuthB * RADIANS) - (b.north - a.north) * Math.sin(azimuthB * RADIANS)) /
    -angle;
  const place = polar(a, azimuthA, along);
  const behind =
    (place.east - b.east) * Math.sin(azimuthB * RADIANS) +
    (place.north - b.north) * Math.cos(azimuthB * RADIANS);
  return along > 0 && behind > 0 ? place : undefined;
}

/** A pointing to a known place. */
export interface Pointing {
  at: Place;
  circle: number;
  distance?: number | undefined;
}

/** Station and orientation from at least two known points with distances: a Helmert fit of the polar coordinates. */
export function freeStation(pointings: readonly Pointing[]): { at: Place; orientation: number } | undefined {
  const seen = pointings.flatMap(({ at, circle, distance }) =>
    distance === undefined ? [] : [{ at, local: polar({ east: 0, north: 0 }, circle, distance) }],
  );
  if (seen.length < 2) return undefined;
  const mean = (of: (one: (typeof seen)[number]) => number) =>
    seen.reduce((sum, one) => sum + of(one), 0) / seen.length;
  const [e, n] = [mean(({ at }) => at.east), mean(({ at }) => at.north)];
  const [x, y] = [mean(({ local }) => local.east), mean(({ local }) => local.north)];
  let [along, across] = [0, 0];
  for (const { at, local } of seen) {
    along += (local.east - x) * (at.east - e) + (local.north - y) * (at.north - n);
    across += (local.north - y) * (at.east - e) - (local.east - x) * (at.north - n);
  }
  if (Math.hypot(along, across) < 1e-6) return undefined;
  // Clockwise, as azimuths are.
  const turn = Math.atan2(across, along);
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const at = { east: e - (cosine * x + sine * y), north: n - (cosine * y - sine * x) };
  return { at, orientation: fullCircle(turn / RADIANS) };
}

/** Station from directions to three known points (Tienstra); undefined near the circle through them. */
export function resect(pointings: readonly Pointing[]): Place | undefined {
  const [a, b, c] = pointings;
  if (!a || !b || !c) return undefined;
  const cot = (degrees: number) => 1 / Math.tan(degrees * RADIANS);
  const corner = (at: Place, from: Place, to: Place) => signed(azimuthOf(at, to) - azimuthOf(at, from));
  // Angles of the triangle, and the angles under which its sides are seen, all counted clockwise.
  const inner = [corner(a.at, b.at, c.at), corner(b.at, c.at, a.at), corner(c.at, a.at, b.at)];
  const seen = [c.circle - b.circle, a.circle - c.circle, b.circle - a.circle];
  const differences = inner.map((angle, i) => cot(angle) - cot(seen[i]!));
  // On the circle through the three points every place sees them under the same angles.
  if (!differences.every((difference) => Math.abs(difference) > 1e-4)) return undefined;
  const weights = differences.map((difference) => 1 / difference);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(total) < 1e-9 * Math.max(...weights.map(Math.abs))) return undefined;
  const points = [a.at, b.at, c.at];
  const sum = (of: (place: Place) => number) =>
    weights.reduce((all, weight, i) => all + weight * of(points[i]!), 0);
  // About the first: sums of large coordinates lose digits.
  const at = {
    east: a.at.east + sum(({ east }) => east - a.at.east) / total,
    north: a.at.north + sum(({ north }) => north - a.at.north) / total,
  };
  return [a, b, c].some((point) => lengthOf(at, point.at) < 0.01) ? undefined : at;
}
