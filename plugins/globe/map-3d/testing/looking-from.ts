import { Cartesian3, Matrix4, PerspectiveFrustum, Ray, type Camera } from 'cesium';
import type { Position } from '#core/protocol';

/** A camera of 800 by 600 pixels without a screen, at `from`, looking at `at` on the ground. */
export function lookingFrom(from: Position, at: Position = [9, 45]): Camera {
  const eye = Cartesian3.fromDegrees(from[0], from[1], from[2]);
  const target = Cartesian3.fromDegrees(at[0], at[1]);
  const direction = Cartesian3.normalize(
    Cartesian3.subtract(target, eye, new Cartesian3()),
    new Cartesian3(),
  );
  const right = Cartesian3.normalize(
    Cartesian3.cross(direction, Cartesian3.UNIT_Z, new Cartesian3()),
    new Cartesian3(),
  );
  const up = Cartesian3.cross(right, direction, new Cartesian3());
  const frustum = new PerspectiveFrustum({ fov: Math.PI / 3, aspectRatio: 4 / 3, near: 1, far: 1e8 });
  const viewMatrix = Matrix4.computeView(eye, direction, up, right, new Matrix4());
  const half = Math.tan(Math.PI / 6);
  const getPickRay = ({ x, y }: { x: number; y: number }) => {
    const [across, down] = [((2 * x) / 800 - 1) * half, (1 - (2 * y) / 600) * half * (600 / 800)];
    const way = [direction, right, up].map((axis) => Cartesian3.clone(axis)) as [
      Cartesian3,
      Cartesian3,
      Cartesian3,
    ];
    Cartesian3.multiplyByScalar(way[1], across, way[1]);
    Cartesian3.multiplyByScalar(way[2], down, way[2]);
    const sum = Cartesian3.add(Cartesian3.add(way[0], way[1], new Cartesian3()), way[2], new Cartesian3());
    return new Ray(eye, Cartesian3.normalize(sum, sum));
  };
  const standing = { positionWC: eye, directionWC: direction, upWC: up };
  return { frustum, viewMatrix, ...standing, getPickRay } as unknown as Camera;
}
