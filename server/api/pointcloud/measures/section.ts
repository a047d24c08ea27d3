import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import {
  lengthsOf,
  nearestOnLine,
  placeOnLine,
  type Flat,
} from '../../../formats/pointcloud/plane-shapes.ts';
import type { Cloud } from '../points/cloud.ts';
import { gather, placeAt } from './gather.ts';
import { median } from './linear.ts';
import { traceOutlines } from './trace.ts';

const MAX_POINTS = 2_000_000;

type SectionRequest = Extract<CloudMeasure, { measure: 'section' }>;
export type SectionAnswer = Extract<CloudMeasured, { measure: 'section' }>;

/** The points of a slab along a line as distance along it and height, and what they outline, class by class. */
export async function section(
  cloud: Cloud,
  request: SectionRequest,
  seconds: number,
): Promise<SectionAnswer> {
  const { line, width } = request;
  const corridor = { kind: 'corridor' as const, line, width };
  const selection = { ...request, inside: [...(request.inside ?? []), corridor] };
  const points = await gather(cloud, selection, { seconds, points: MAX_POINTS });
  const lengths = lengthsOf(line);
  const byClass = new Map<number, [number, number][]>();
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = placeAt(points, i);
    const { chainage } = nearestOnLine(line, lengths, x, y);
    const list = byClass.get(points.classes[i]!) ?? [];
    byClass.set(points.classes[i]!, list);
    list.push([chainage, z]);
  }
  const tolerance = request.tolerance ?? spacingOf(points.count, lengths.at(-1)!, width);
  const outlines = [...byClass]
    .sort(([a], [b]) => a - b)
    .flatMap(([code, flat]) =>
      traceOutlines(flat, 2 * tolerance, tolerance / 2).map((profile) => ({
        class: code,
        profile,
        places: profile.map(([chainage, z]): [number, number, number] => {
          const { x, y } = placeOnLine(line, lengths, chainage);
          return [x, y, z];
        }),
        rms: distanceOf(flat, profile),
      })),
    );
  return { measure: 'section', source: points.source, outlines, tolerance };
}

/** Distance between points that lie evenly in a slab. */
const spacingOf = (points: number, length: number, width: number) =>
  Math.max(1e-6, Math.sqrt((length * width) / Math.max(1, points)));

/** Points that are nearer to an outline than to its ends belong to it; their root mean square distance. */
function distanceOf(points: readonly (readonly [number, number])[], profile: Flat): number {
  const lengths = lengthsOf(profile);
  const every = Math.max(1, Math.floor(points.length / 5000));
  const off: number[] = [];
  for (let i = 0; i < points.length; i += every) {
    const { distance, beyond } = nearestOnLine(profile, lengths, ...(points[i]! as [number, number]));
    if (!beyond) off.push(distance);
  }
  if (off.length === 0) return 0;
  const most = 6 * median(off);
  const own = off.filter((each) => each <= most);
  return Math.sqrt(own.reduce((sum, each) => sum + each ** 2, 0) / Math.max(1, own.length));
}
