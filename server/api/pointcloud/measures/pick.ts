import { CLOUD_ATTRIBUTES, type CloudMeasure, type CloudMeasured, type CloudSelection } from '#core/protocol';
import type { NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { Unusable } from '../../../base/unusable.ts';
import { gather, placeAt, placesOf } from './gather.ts';
import { dot, median, minus, size, unit } from './linear.ts';
import { fitPlane } from './plane.ts';

const MAX_POINTS = 2_000_000;
/** Neighbours that the spacing and the noise of a place are taken from. */
const NEIGHBOURS = 30;
const FEWEST = 8;
/** Depth of what counts as the same surface, in radii of the ray there. */
const STEEP = 2;

type Of<K extends CloudMeasure['measure']> = Extract<CloudMeasure, { measure: K }>;
type Picked = NonNullable<Extract<CloudMeasured, { measure: 'pick' }>['point']>;

/** The foremost point of a ray: of the points that are first met, the one nearest to its middle. */
export async function pick(cloud: Cloud, request: Of<'pick'>, seconds: number): Promise<CloudMeasured> {
  const { ray } = request;
  if (ray.kind !== 'cone') throw new Unusable('pointcloud.pick-cone');
  const selection = { ...request, inside: [...(request.inside ?? []), ray] };
  const read: { points: NodePoints; chosen: Uint32Array; first: number }[] = [];
  const found = await gather(cloud, selection, { seconds, points: MAX_POINTS }, (points, chosen, first) =>
    read.push({ points, chosen, first }),
  );
  const { source } = found;
  if (found.count === 0) return { measure: 'pick', source, point: null };
  const axis = unit(ray.direction);
  const growth = Math.tan(((ray.angle ?? 0) * Math.PI) / 180);
  const depths = new Float64Array(found.count);
  let foremost = 0;
  for (let i = 0; i < found.count; i++) {
    depths[i] = dot(minus(placeAt(found, i), ray.origin), axis);
    if (depths[i]! < depths[foremost]!) foremost = i;
  }
  const radiusThere = (ray.radius ?? 0) + depths[foremost]! * growth;
  // The surface that is met first may be steep; what is farther is behind it.
  const reach = depths[foremost]! + STEEP * radiusThere;
  let best = foremost;
  let nearest = Infinity;
  for (let i = 0; i < found.count; i++) {
    if (depths[i]! > reach) continue;
    const from = minus(placeAt(found, i), ray.origin);
    const wide = Math.max((ray.radius ?? 0) + depths[i]! * growth, 1e-9);
    const aside = Math.sqrt(Math.max(0, dot(from, from) - depths[i]! ** 2)) / wide;
    if (aside < nearest) [best, nearest] = [i, aside];
  }
  const { points, chosen, first } = read.findLast((each) => each.first <= best)!;
  const index = chosen[best - first]!;
  const values: Picked['attributes'] = {};
  for (const name of CLOUD_ATTRIBUTES) {
    if (name === 'rgb') {
      if (cloud.source.hasColour) values.rgb = [...points.rgb.subarray(3 * index, 3 * index + 3)] as Vector3;
    } else values[name] = points[name][index]!;
  }
  const position = placeAt(found, best);
  const around = await neighbourhood(cloud, request, position, seconds);
  return {
    measure: 'pick',
    source,
    point: { position, ...around, level: found.levels[best]!, attributes: values },
  };
}

/** Distance between the points around a place, and how far they scatter off a plane. */
export async function neighbourhood(
  cloud: Cloud,
  among: CloudSelection,
  place: Vector3,
  seconds: number,
): Promise<{ spacing: number; noise: number | null }> {
  let half = Math.max(cloud.source.spacing / 256, 10 * cloud.source.scale[0]);
  for (; ; half *= 2) {
    const box = {
      kind: 'box' as const,
      min: place.map((each) => each - half) as Vector3,
      max: place.map((each) => each + half) as Vector3,
    };
    const selection = { ...among, inside: [...(among.inside ?? []), box] };
    const found = await gather(cloud, selection, { seconds, points: MAX_POINTS });
    if (found.count < NEIGHBOURS && half < cloud.source.spacing * 4) continue;
    const near = placesOf(found)
      .map((point) => ({ point, distance: size(minus(point, place)) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEIGHBOURS)
      .map(({ point }) => point);
    if (near.length < 2) return { spacing: 2 * half, noise: null };
    const apart = near.map((point) =>
      Math.min(...near.filter((other) => other !== point).map((other) => size(minus(other, point)))),
    );
    const plane = near.length >= FEWEST ? fitPlane(near) : undefined;
    return { spacing: median(apart), noise: plane?.rms ?? null };
  }
}
