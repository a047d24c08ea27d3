import type { BimViewpoint, CutPlane } from '../api.ts';
import type { BimCamera } from './camera.ts';
import type { FaceAhead } from './footing.ts';
import type { SceneProjection } from './projection.ts';
import type { Vector3 } from 'three';

/** Where the camera looks from. */
export function viewpointOf(
  { eye }: BimCamera,
  projection: SceneProjection,
  planes: readonly CutPlane[],
): BimViewpoint {
  const { camera } = eye;
  return {
    eye: projection.coordinatesOf(eye.position),
    direction: eye.direction.toArray(),
    up: eye.up.toArray(),
    field: 'fov' in camera ? { degrees: camera.fov } : { metres: eye.resolution * eye.size[1] },
    planes,
  };
}

/** Moves the camera to a viewpoint. It turns about the first face ahead, or else as far away as `middle`. */
export function lookFrom(
  moves: BimCamera,
  { eye: from, direction: [x, y, z], field }: BimViewpoint,
  surroundings: {
    readonly projection: SceneProjection;
    readonly middle: Vector3;
    readonly faceAlong: (from: Vector3, direction: Vector3) => FaceAhead | undefined;
  },
): void {
  const { eye } = moves;
  const { projection, middle, faceAlong } = surroundings;
  const level = Math.hypot(x, y);
  const tilt = (Math.atan2(level, -z) * 180) / Math.PI;
  if ('degrees' in field) moves.setMode('orbit');
  // Any mode without perspective; heading and tilt follow.
  else moves.setMode(tilt < 45 ? 'plan' : 'front');
  if (level > 1e-6) eye.heading = ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
  eye.tilt = tilt;
  const at = projection.inScene(from);
  const ahead = faceAlong(at, at.clone().set(x, y, z));
  if ('metres' in field) eye.resolution = field.metres / Math.max(1, eye.size[1]);
  else eye.distance = Math.max(1, ahead?.distance ?? middle.distanceTo(at));
  eye.target.copy(at).addScaledVector(eye.direction, eye.distance);
  moves.moved();
}
