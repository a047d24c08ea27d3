import {
  BoundingSphere,
  Cartesian3,
  IntersectionTests,
  Matrix4,
  type Ray,
  type Cesium3DTileset,
} from 'cesium';
import { cloudOf, forEachPart } from './tile-meshes.ts';

/**
 * The first point of a set's point clouds along a ray. `spread` is how far a point may be beside the ray, per metre
 * from its origin; points that are not `shown` are passed.
 */
export function pointAlong(
  tileset: Cesium3DTileset,
  ray: Ray,
  spread: number,
  shown: (point: Cartesian3) => boolean,
): Cartesian3 | undefined {
  let first: Cartesian3 | undefined;
  let nearest = Infinity;
  forEachPart(
    tileset,
    (sphere) => passes(ray, sphere, spread),
    (part, transform) => {
      const points = cloudOf(part);
      if (!points) return;
      const inward = Matrix4.inverse(transform, new Matrix4());
      const origin = Matrix4.multiplyByPoint(inward, ray.origin, new Cartesian3());
      const direction = Matrix4.multiplyByPointAsVector(inward, ray.direction, new Cartesian3());
      nearest = nearestAlong(points, { origin, direction }, spread, nearest, ([x, y, z]) => {
        const point = Matrix4.multiplyByPoint(transform, new Cartesian3(x, y, z), new Cartesian3());
        if (!shown(point)) return false;
        first = point;
        return true;
      });
    },
  );
  return first;
}

/**
 * The distance of the nearest point within the cone around a ray, in lengths of its direction, if it is below `limit`
 * and accepted by `take`; else `limit`.
 */
export function nearestAlong(
  points: ArrayLike<number>,
  { origin, direction }: Pick<Ray, 'origin' | 'direction'>,
  spread: number,
  limit: number,
  take: (point: [number, number, number]) => boolean,
): number {
  let nearest = limit;
  const { x: dx, y: dy, z: dz } = direction;
  const length = dx * dx + dy * dy + dz * dz;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const [x, y, z] = [points[i]! - origin.x, points[i + 1]! - origin.y, points[i + 2]! - origin.z];
    const along = (x * dx + y * dy + z * dz) / length;
    if (along <= 0 || along >= nearest) continue;
    const distanceSquared = x * x + y * y + z * z - along * along * length;
    if (distanceSquared > spread * spread * along * along * length) continue;
    if (take([points[i]!, points[i + 1]!, points[i + 2]!])) nearest = along;
  }
  return nearest;
}

function passes(ray: Ray, sphere: BoundingSphere, spread: number): boolean {
  const { center, radius } = sphere;
  const wider = radius + spread * (Cartesian3.distance(ray.origin, center) + radius);
  return IntersectionTests.raySphere(ray, new BoundingSphere(center, wider)) !== undefined;
}
