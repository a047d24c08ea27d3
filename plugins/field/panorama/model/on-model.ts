import type { Api } from '#core/api';
import { cross, dot, minus, type Vector } from '#core/geodesy';
import { loadModelsAround, type ModelsAround } from './around/models-around.ts';
import { LocalFrame } from './local-frame.ts';
import { rayIn, type MeasuredPoint, type Sight } from './measuring.ts';
import { metPoint } from './met-point.ts';
import { meetPlane, type Ray } from './rays.ts';

/** Where a line of sight first meets a placed BIM model of the project; undefined where it meets none. */
export async function meetModels(
  api: Pick<Api, 'call' | 'bytes'>,
  projectId: string,
  sight: Sight,
): Promise<MeasuredPoint | undefined> {
  // Without a height of the camera nothing can be said.
  if (sight.place.position[2] === undefined) return undefined;
  const frame = new LocalFrame(sight.place.position);
  const around = await loadModelsAround(api, projectId, frame, new AbortController().signal);
  return meetTriangles(sight, around);
}

/** Where a line of sight first meets the triangles of models, on either of their sides. */
export function meetTriangles(
  sight: Sight,
  { triangles, models, ends, isThinned }: Omit<ModelsAround, 'withoutDatum'>,
): MeasuredPoint | undefined {
  const frame = new LocalFrame(sight.place.position);
  const ray = rayIn(frame, sight);
  const cornerAt = (i: number): Vector => [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
  let nearest: { at: number; distance: number } | undefined;
  for (let at = 0; at < triangles.length; at += 9) {
    const distance = distanceTo(ray, cornerAt(at), cornerAt(at + 3), cornerAt(at + 6));
    if (distance !== undefined && distance < (nearest?.distance ?? Infinity)) nearest = { at, distance };
  }
  if (!nearest) return undefined;
  const { at } = nearest;
  const [a, b, c] = [cornerAt(at), cornerAt(at + 3), cornerAt(at + 6)];
  const met = meetPlane(ray, { point: a, normal: cross(minus(b, a), minus(c, a)), sigma: 0 });
  if (typeof met === 'string') return undefined;
  const { point, ...spread } = met;
  return metPoint(sight, {
    ...spread,
    position: frame.toPosition(point),
    from: [sight.place.name, models[ends.findIndex((end) => at / 9 < end)]!],
    on: 'model',
    warnings: isThinned ? ['thinned'] : [],
  });
}

/** Along a ray to a triangle (Möller and Trumbore); undefined where it passes beside it or looks away. */
function distanceTo({ origin, direction }: Ray, a: Vector, b: Vector, c: Vector): number | undefined {
  const [toB, toC] = [minus(b, a), minus(c, a)];
  const across = cross(direction, toC);
  const determinant = dot(toB, across);
  if (determinant === 0) return undefined;
  const from = minus(origin, a);
  const u = dot(from, across) / determinant;
  if (!(u >= 0 && u <= 1)) return undefined;
  const over = cross(from, toB);
  const v = dot(direction, over) / determinant;
  if (!(v >= 0 && u + v <= 1)) return undefined;
  const distance = dot(toC, over) / determinant;
  return distance > 0 ? distance : undefined;
}
