import type { Vector } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';

/** How a panorama stands: degrees. */
export interface Pose {
  /** Of its middle, clockwise from true north. */
  readonly heading: number;
  /** Of its middle, above the horizon. */
  readonly pitch: number;
  /** Of the camera about the direction of its middle, clockwise as seen from behind. */
  readonly roll: number;
}

/** Three rows. */
export type Rotation = readonly [Vector, Vector, Vector];

/** A direction in the world: radians clockwise from true north, and above the horizon. */
export interface Bearing {
  readonly yaw: number;
  readonly pitch: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * From the camera (right, ahead, up) to the world (east, north, up): Rz(−heading) · Rx(pitch) · Ry(roll).
 */
export function rotationOf({ heading, pitch, roll }: Pose): Rotation {
  const [h, p, r] = [radians(heading), radians(pitch), radians(roll)];
  const [sh, ch, sp, cp, sr, cr] = [
    Math.sin(h),
    Math.cos(h),
    Math.sin(p),
    Math.cos(p),
    Math.sin(r),
    Math.cos(r),
  ];
  return [
    [ch * cr + sh * sp * sr, sh * cp, ch * sr - sh * sp * cr],
    [-sh * cr + ch * sp * sr, ch * cp, -sh * sr - ch * sp * cr],
    [-cp * sr, sp, cp * cr],
  ];
}

/** Of a panorama; without a direction its middle counts as north. */
export function rotationOfPlace({
  heading,
  pitch,
  roll,
}: Pick<PanoramicPlace, 'heading' | 'pitch' | 'roll'>): Rotation {
  return rotationOf({ heading: heading ?? 0, pitch, roll });
}

export function turned([x, y, z]: Rotation, [a, b, c]: Vector): Vector {
  return [x[0] * a + x[1] * b + x[2] * c, y[0] * a + y[1] * b + y[2] * c, z[0] * a + z[1] * b + z[2] * c];
}

export function turnedBack([x, y, z]: Rotation, [a, b, c]: Vector): Vector {
  return [x[0] * a + y[0] * b + z[0] * c, x[1] * a + y[1] * b + z[1] * c, x[2] * a + y[2] * b + z[2] * c];
}

/** The direction (right, ahead, up) of a place of an equirectangular picture: 0 to 1 from its left, and from its top. */
export function directionInPicture(across: number, down: number): Vector {
  const [longitude, latitude] = [2 * Math.PI * (across - 0.5), Math.PI * (0.5 - down)];
  const level = Math.cos(latitude);
  return [Math.sin(longitude) * level, Math.cos(longitude) * level, Math.sin(latitude)];
}

/** The inverse of `directionInPicture`. */
export function placeInPicture([right, ahead, up]: Vector): readonly [across: number, down: number] {
  const latitude = Math.atan2(up, Math.hypot(right, ahead));
  return [Math.atan2(right, ahead) / (2 * Math.PI) + 0.5, 0.5 - latitude / Math.PI];
}

/** A direction as east, north and up. */
export function directionOf({ yaw, pitch }: Bearing): Vector {
  return [Math.sin(yaw) * Math.cos(pitch), Math.cos(yaw) * Math.cos(pitch), Math.sin(pitch)];
}

export function bearingOf([east, north, up]: Vector): Bearing {
  return {
    yaw: (Math.atan2(east, north) + 2 * Math.PI) % (2 * Math.PI),
    pitch: Math.atan2(up, Math.hypot(east, north)),
  };
}

/**
 * The correction of Photo Sphere Viewer, radians, by which its yaw is the true bearing and its pitch the elevation. Its
 * axes are left, up and ahead, and it turns by pan about up, then tilt about left, then roll about ahead.
 */
export function sphereCorrectionOf(pose: Pose): { pan: number; tilt: number; roll: number } {
  const [east, north, up] = rotationOf(pose);
  // Of M = P · R · Pᵀ, where P takes (right, ahead, up) to (−right, up, ahead).
  const [m13, m23, m33, m21, m22] = [-east[1], up[1], north[1], -up[0], up[2]];
  return {
    pan: Math.atan2(m13, m33),
    tilt: Math.asin(Math.min(1, Math.max(-1, -m23))),
    roll: Math.atan2(m21, m22),
  };
}
