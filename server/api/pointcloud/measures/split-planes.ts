import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { cross, dot, minus, size, times } from './linear.ts';
import { fitPlane, type FittedPlane } from './plane.ts';
import { scatterOf } from './surface-distance.ts';

/** RANSAC: planes that are tried, each through three points, and points that each is tried on. */
const [TRIALS, TRIAL_POINTS] = [300, 800];
/** A point belongs to a plane within this many standard deviations. */
const MAX_SIGMAS = 3;
/** The smallest share of all points that makes a plane, and the fewest. */
const [MIN_SHARE, MIN_POINTS] = [0.1, 12];
/** Planes closer to parallel than this are one that is curved or rough. */
const PARALLEL = Math.cos((10 * Math.PI) / 180);
const NOISE_SAMPLES = 60;
/** Coordinates are taken to be rounded to this share of the extent of the points, which limits how little they scatter. */
const ROUNDING = 1e-4;

/** The planes that the points around a place are on, the largest first; at most `count`. */
export function splitPlanes(points: readonly Vector3[], count: number): FittedPlane[] {
  if (points.length < MIN_POINTS) return [];
  const origin = points[0]!;
  const local = points.map((point) => minus(point, origin));
  const reach = MAX_SIGMAS * noiseOf(local);
  const found: FittedPlane[] = [];
  let left = points;
  const fewest = Math.max(MIN_POINTS, MIN_SHARE * points.length);
  while (found.length < count && left.length >= fewest) {
    const plane = largest(left, reach);
    if (!plane || plane.points < fewest) break;
    left = left.filter((point) => offBy(point, plane) > reach);
    if (found.every(({ normal }) => Math.abs(dot(normal, plane.normal)) < PARALLEL)) found.push(plane);
  }
  // Where planes meet, a point may be of either: it is left out.
  return found.flatMap((plane) => {
    const own = points.filter(
      (point) =>
        offBy(point, plane) <= reach &&
        found.every((other) => other === plane || offBy(point, other) > 2 * reach),
    );
    return fitPlane(own) ?? [];
  });
}

const offBy = (point: Vector3, { centre, normal }: Pick<FittedPlane, 'centre' | 'normal'>): number =>
  Math.abs(dot(minus(point, centre), normal));

/** The plane through three points that most others are on (RANSAC), fitted to all of these. */
function largest(points: readonly Vector3[], reach: number): FittedPlane | undefined {
  const some = points.filter((_, i) => i % Math.ceil(points.length / TRIAL_POINTS) === 0);
  let seed = 1;
  const any = (): Vector3 => {
    // The same every time, so that the same place gives the same edge.
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return some[seed % some.length]!;
  };
  let best: { centre: Vector3; normal: Vector3; on: number } | undefined;
  for (let n = 0; n < TRIALS; n++) {
    const [a, b, c] = [any(), any(), any()];
    const across = cross(minus(b, a), minus(c, a));
    const length = size(across);
    if (!(length > 0)) continue;
    const plane = { centre: a, normal: times(across, 1 / length) };
    let on = 0;
    for (const point of some) if (offBy(point, plane) <= reach) on++;
    if (!best || on > best.on) best = { ...plane, on };
  }
  return best && fitPlane(points.filter((point) => offBy(point, best) <= reach));
}

/** How far points scatter off planes, as far as their coordinates can say it. `points`: near zero. */
function noiseOf(points: readonly Vector3[]): number {
  const extent = Math.max(...points.slice(0, 1000).map(size), 1e-9);
  return Math.max(ROUNDING * extent, scatterOf(Float64Array.from(points.flat()), extent, NOISE_SAMPLES));
}
