import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { NearIndex } from '../finding/near-index.ts';
import { cross, dot, median, minus, size, times } from './linear.ts';
import { fitPlane, type FittedPlane } from './plane.ts';

/** Planes that are tried, each through three points, and points that each is tried on. */
const TRIES = 300;
const TRIED = 800;
/** Points of a plane are within so many standard deviations of it. */
const WITHIN = 3;
/** The least share of all points that a plane has. */
const LEAST = 0.1;
const FEWEST = 12;
/** Planes closer to parallel than this are one that is curved or rough. */
const PARALLEL = Math.cos((10 * Math.PI) / 180);
const NEIGHBOURS = 12;
const SAMPLES = 60;
/** Points that were rounded to this share of their extent do not scatter less. */
const ROUNDED = 1e-4;

/** The planes that the points around a place are on, the largest first; fewer where there are not so many. */
export function splitPlanes(points: readonly Vector3[], count: number): FittedPlane[] {
  if (points.length < FEWEST) return [];
  const origin = points[0]!;
  const local = points.map((point) => minus(point, origin));
  const reach = WITHIN * noiseOf(local);
  const found: FittedPlane[] = [];
  let left = points;
  while (found.length < count && left.length >= Math.max(FEWEST, LEAST * points.length)) {
    const plane = largest(left, reach);
    if (!plane || plane.points < Math.max(FEWEST, LEAST * points.length)) break;
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
  const some = points.filter((_, i) => i % Math.ceil(points.length / TRIED) === 0);
  let seed = 1;
  const any = (): Vector3 => {
    // The same every time, so that the same place gives the same edge.
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return some[seed % some.length]!;
  };
  let best: { centre: Vector3; normal: Vector3; on: number } | undefined;
  for (let n = 0; n < TRIES; n++) {
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

/** How far points scatter off planes through their neighbours: the median of a sample. */
function noiseOf(points: readonly Vector3[]): number {
  const extent = Math.max(...points.slice(0, 1000).map(size), 1e-9);
  const index = NearIndex.of(Float64Array.from(points.flat()), extent);
  const every = Math.ceil(points.length / SAMPLES);
  const rms = points
    .filter((_, i) => i % every === 0)
    .flatMap((point) => {
      const near = index.nearest(point, NEIGHBOURS, extent);
      return fitPlane(near.map((i) => points[i]!))?.rms ?? [];
    });
  return Math.max(ROUNDED * extent, rms.length > 0 ? median(rms) : 0);
}
