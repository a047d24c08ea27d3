import type { CloudMeasure, CloudMeasured, CloudSource } from '#core/protocol';
import type { Cloud } from '../points/cloud.ts';
import { gather, placeAt, placesOf } from './gather.ts';
import { median } from './linear.ts';
import { boxAround, distanceFrom, scatterOf } from './surface-distance.ts';

/** Points of this cloud that are compared, and of the other that make its surface. */
const MAX_COMPARED = 200_000;
const MAX_SURFACE = 2_000_000;
/** Steps of the histogram: fine enough to show a part of its range. */
const STEPS = 2000;
const NOISE_SAMPLES = 300;

type DeviationRequest = Extract<CloudMeasure, { measure: 'deviation' }>;

/** Distances of the points of one cloud from planes through the nearest points of another, positive above them. */
export async function deviation(
  cloud: Cloud,
  other: Cloud,
  request: DeviationRequest,
  seconds: number,
): Promise<CloudMeasured> {
  const { most, tolerance, sample: wanted = 0 } = request;
  const ring = request.ring ? [{ kind: 'prism' as const, ring: request.ring }] : [];
  const selection = { ...request, inside: [...(request.inside ?? []), ...ring] };
  const points = await gather(cloud, selection, { seconds: seconds / 3, points: MAX_COMPARED });
  const surface = await gather(
    other,
    { inside: [boxAround(placesOf(points), most)] },
    { seconds: seconds / 3, points: MAX_SURFACE },
  );
  const sources: { source: CloudSource; other: CloudSource } = {
    source: points.source,
    other: surface.source,
  };
  const none: CloudMeasured = { measure: 'deviation', ...sources, deviation: null };
  const distanceOf = distanceFrom(surface, most);
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
    const near = distanceOf(place);
    if (!near) {
      beyond++;
      continue;
    }
    const { distance } = near;
    found.push(distance);
    scatter.push(near.rms);
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
      plusMinus: Math.hypot(median(scatter), scatterOf(points.places, most, NOISE_SAMPLES)),
      compared: found.length,
      beyond,
      within: tolerance === undefined ? null : found.filter((each) => Math.abs(each) <= tolerance).length,
      histogram: { from: -most, step, counts },
      sample,
    },
  };
}
