import type { CloudMeasure, CloudMeasured, CloudRegion, CloudSource } from '#core/protocol';
import { flatBounds } from '../../../formats/pointcloud/plane-shapes.ts';
import type { Cloud } from '../points/cloud.ts';
import { gather, placeAt, type Gathered } from './gather.ts';
import { dot, median, minus } from './linear.ts';
import { Neighbours } from './neighbours.ts';
import { fitPlane } from './plane.ts';

/** Points of this cloud that are compared, and of the other that make its surface. */
const MAX_COMPARED = 200_000;
const MAX_SURFACE = 2_000_000;
const NEIGHBOURS = 12;
const FEWEST = 6;
const STEPS = 40;
const NOISE_SAMPLES = 300;

type Asked = Extract<CloudMeasure, { measure: 'deviation' }>;

/** Distances of the points of one cloud from planes through the nearest points of another, positive above them. */
export async function deviation(
  cloud: Cloud,
  other: Cloud,
  asked: Asked,
  seconds: number,
): Promise<CloudMeasured> {
  const { most, sample: wanted = 0 } = asked;
  const ring = asked.ring ? [{ kind: 'prism' as const, ring: asked.ring }] : [];
  const selection = { ...asked, inside: [...(asked.inside ?? []), ...ring] };
  const points = await gather(cloud, selection, { seconds: seconds / 3, points: MAX_COMPARED });
  const surface = await gather(
    other,
    { inside: [around(points, most)] },
    { seconds: seconds / 3, points: MAX_SURFACE },
  );
  const sources: { source: CloudSource; other: CloudSource } = {
    source: points.source,
    other: surface.source,
  };
  const none: CloudMeasured = { measure: 'deviation', ...sources, deviation: null };
  const index = new Neighbours(surface, most);
  const found: number[] = [];
  const sample: number[] = [];
  const scatter: number[] = [];
  const apart = Math.max(1, Math.ceil(points.count / Math.max(1, wanted)));
  const deadline = performance.now() + (seconds * 1000) / 3;
  let beyond = 0;
  for (let i = 0; i < points.count; i++) {
    if (performance.now() > deadline) {
      points.source.complete = false;
      points.source.stoppedBy = 'time';
      points.source.points = i;
      break;
    }
    const place = placeAt(points, i);
    const near = index.near(place, NEIGHBOURS);
    const plane = near.length >= FEWEST ? fitPlane(near.map((each) => placeAt(surface, each.i))) : undefined;
    const distance = plane ? dot(minus(place, plane.centre), plane.normal) : Infinity;
    if (!plane || Math.abs(distance) > most) {
      beyond++;
      continue;
    }
    found.push(distance);
    scatter.push(plane.rms);
    if (wanted > 0 && i % apart === 0) sample.push(...place, distance);
  }
  if (found.length === 0) return none;
  const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
  const rms = Math.sqrt(found.reduce((sum, each) => sum + each ** 2, 0) / found.length);
  const step = (2 * most) / STEPS;
  const counts = Array.from({ length: STEPS }, () => 0);
  for (const each of found) counts[Math.min(STEPS - 1, Math.floor((each + most) / step))]!++;
  return {
    ...none,
    deviation: {
      mean,
      median: median(found),
      rms,
      plusMinus: Math.hypot(median(scatter), ownNoise(points, most)),
      compared: found.length,
      beyond,
      histogram: { from: -most, step, counts },
      sample,
    },
  };
}

/** The box around points, and `most` more on each side. */
function around(points: Gathered, most: number): Extract<CloudRegion, { kind: 'box' }> {
  const places = Array.from({ length: points.count }, (_, i) => placeAt(points, i));
  const { minX, minY, maxX, maxY } = flatBounds(places.map(([x, y]) => [x, y] as const));
  const [low, high] = places.reduce(
    ([a, b], [, , z]) => [Math.min(a, z), Math.max(b, z)],
    [Infinity, -Infinity],
  );
  const empty = points.count === 0;
  return {
    kind: 'box',
    min: empty ? [0, 0, 0] : [minX - most, minY - most, low - most],
    max: empty ? [0, 0, 0] : [maxX + most, maxY + most, high + most],
  };
}

/** How far points scatter off planes through their own neighbours: the median of a sample. */
function ownNoise(points: Gathered, most: number): number {
  const index = new Neighbours(points, most);
  const every = Math.max(1, Math.floor(points.count / NOISE_SAMPLES));
  const rms: number[] = [];
  for (let i = 0; i < points.count; i += every) {
    const plane = fitPlane(index.near(placeAt(points, i), NEIGHBOURS).map((each) => placeAt(points, each.i)));
    if (plane) rms.push(plane.rms);
  }
  return rms.length > 0 ? median(rms) : 0;
}
