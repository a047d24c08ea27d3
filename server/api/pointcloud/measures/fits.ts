import type { CloudMeasure, CloudMeasured, CloudSelection } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { gather, placesOf, type Gathered } from './gather.ts';
import { neighbourhood } from './pick.ts';
import { cornerOf, edgeOf, fitPlane, planeAnswer, sigmaAt, type FittedPlane } from './plane.ts';
import { splitPlanes } from './split-planes.ts';
import { circleOf, circleSigma, fitCylinder } from './round.ts';

/** More points do not make a fit better that a person could tell. */
const MAX_POINTS = 200_000;
const STEEPEST_GROUND = 60;

type Of<K extends CloudMeasure['measure']> = Extract<CloudMeasure, { measure: K }>;
interface Around {
  near: Vector3;
  radius: number;
}

/** Points in a ball around a place. */
async function ball(
  cloud: Cloud,
  among: CloudSelection,
  { near, radius }: Around,
  seconds: number,
): Promise<Gathered> {
  const round = {
    kind: 'cone' as const,
    origin: [near[0], near[1], near[2] - radius] as Vector3,
    direction: [0, 0, 1] as Vector3,
    radius,
    length: 2 * radius,
  };
  return gather(
    cloud,
    { ...among, inside: [...(among.inside ?? []), round] },
    { seconds, points: MAX_POINTS },
  );
}

export async function plane(cloud: Cloud, request: Of<'plane'>, seconds: number): Promise<CloudMeasured> {
  const found = await ball(cloud, request, request, seconds);
  const fitted = fitPlane(placesOf(found));
  return { measure: 'plane', source: found.source, plane: fitted ? planeAnswer(fitted) : null };
}

/** A plane at each place, or those that the points around one place are on. */
async function planesAt(cloud: Cloud, request: Of<'edge'> | Of<'corner'>, count: number, seconds: number) {
  const planes: FittedPlane[] = [];
  const [only, ...more] = request.at;
  if (only && more.length === 0) {
    const found = await ball(cloud, request, only, seconds);
    return { planes: splitPlanes(placesOf(found), count), source: found.source };
  }
  let source: Gathered['source'] | undefined;
  for (const at of request.at) {
    const found = await ball(cloud, request, at, seconds);
    const fitted = fitPlane(placesOf(found));
    if (fitted) planes.push(fitted);
    source = source
      ? {
          ...source,
          points: source.points + found.count,
          complete: source.complete && found.source.complete,
          stoppedBy: source.stoppedBy ?? found.source.stoppedBy,
        }
      : found.source;
  }
  return { planes, source: source! };
}

export async function edge(cloud: Cloud, request: Of<'edge'>, seconds: number): Promise<CloudMeasured> {
  const { planes, source } = await planesAt(cloud, request, 2, seconds);
  const met = planes.length === 2 ? edgeOf(planes[0]!, planes[1]!) : undefined;
  return { measure: 'edge', source, edge: met ? { ...met, planes: planes.map(planeAnswer) } : null };
}

export async function corner(cloud: Cloud, request: Of<'corner'>, seconds: number): Promise<CloudMeasured> {
  const { planes, source } = await planesAt(cloud, request, 3, seconds);
  const met = planes.length === 3 ? cornerOf(planes) : undefined;
  return { measure: 'corner', source, corner: met ? { ...met, planes: planes.map(planeAnswer) } : null };
}

export async function axis(cloud: Cloud, request: Of<'axis'>, seconds: number): Promise<CloudMeasured> {
  const found = await ball(cloud, request, request, seconds);
  return { measure: 'axis', source: found.source, axis: fitCylinder(placesOf(found)) ?? null };
}

/** The ground in a column: a plane through its lowest points, at the column's middle. */
export async function ground(cloud: Cloud, request: Of<'ground'>, seconds: number): Promise<CloudMeasured> {
  const { x, y, radius } = request;
  const column = { kind: 'column' as const, x, y, radius };
  const selection = { ...request, inside: [...(request.inside ?? []), column] };
  const found = await gather(cloud, selection, { seconds, points: MAX_POINTS });
  return { measure: 'ground', source: found.source, ground: lowest(placesOf(found), request) };
}

export function lowest(
  places: readonly Vector3[],
  { x, y, radius }: { x: number; y: number; radius: number },
) {
  const rising = [...places].sort((a, b) => a[2] - b[2]);
  // A single point below the others is noise, not ground.
  const first = rising.findIndex((place, i) => (rising[i + 2]?.[2] ?? Infinity) <= place[2] + radius);
  const low = rising[Math.max(0, first)];
  if (!low) return null;
  const fitted = fitPlane(rising.filter((place) => place[2] >= low[2] && place[2] <= low[2] + radius));
  if (!fitted || planeAnswer(fitted).slope > STEEPEST_GROUND) return { position: low, plusMinus: null };
  const { centre, normal } = fitted;
  const z = centre[2] - (normal[0] * (x - centre[0]) + normal[1] * (y - centre[1])) / normal[2];
  const position: Vector3 = [x, y, z];
  return { position, plusMinus: sigmaAt(fitted, position) / normal[2] };
}

export async function circle(cloud: Cloud, request: Of<'circle'>, seconds: number): Promise<CloudMeasured> {
  const points = request.points as [Vector3, Vector3, Vector3];
  const { cloudId, content, edits } = cloud.place;
  const source = { cloudId, content, edits, points: 3, complete: true, stoppedBy: null };
  const found = circleOf(points);
  if (!found) return { measure: 'circle', source, circle: null };
  const noise: (number | null)[] = [];
  for (const point of points) noise.push((await neighbourhood(cloud, request, point, seconds)).noise);
  const known = noise.every((each) => each !== null);
  return {
    measure: 'circle',
    source,
    circle: { ...found, plusMinus: known ? circleSigma(points, noise) : null },
  };
}
