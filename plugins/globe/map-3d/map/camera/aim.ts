import {
  Cartesian2,
  Cartesian3,
  Ellipsoid,
  Math as CesiumMath,
  Matrix4,
  Ray,
  Transforms,
  type Camera,
} from 'cesium';
import type { Pixel } from '#core/mapview';
import type { DisplayHeights } from '../../model/heights.ts';
import { meetGround } from '../terrain/terrain-ray.ts';

/** Degrees from straight down: the most when flying to something, so that the horizon is not visible. */
export const MAX_TILT = 85;
/** Degrees by which the tilt of the lowered direction may differ from `MAX_TILT`: less than an address shows. */
const EXACT = 0.01;
const MAX_TRIES = 8;

/** What a camera looks at. */
export interface Aim {
  readonly place: Cartesian3;
  /** Clockwise from north, and from straight above the place; degrees. */
  readonly heading: number;
  readonly tilt: number;
  /** Whether the camera is closer to level than `MAX_TILT`; the aim is then in the same heading, at that tilt. */
  readonly isLevel: boolean;
}

/**
 * The aim of a camera at the ground in the middle of its view. Near the horizon that place would jump by kilometres
 * with the least turn, and vanish in the sky: there the aim is lower. Off the globe it is the place straight below.
 */
export function aimOf(camera: Camera, [width, height]: Pixel, heights: DisplayHeights): Aim {
  const ray = camera.getPickRay(new Cartesian2(width / 2, height / 2));
  const direct = ray && aimAlong(ray, camera, heights);
  if (direct && direct.tilt <= MAX_TILT + EXACT) return direct;
  const lowered = ray && loweredAim(ray, camera, heights);
  if (lowered) return lowered;
  if (direct) return direct;
  const { longitude, latitude } = camera.positionCartographic;
  return aimAt(Cartesian3.fromRadians(longitude, latitude), camera);
}

/** The aim in the same heading at `MAX_TILT`; undefined where the camera looks straight up, or from below. */
function loweredAim(ray: Ray, camera: Camera, heights: DisplayHeights): Aim | undefined {
  const up = Ellipsoid.WGS84.geodeticSurfaceNormal(ray.origin, new Cartesian3());
  const rise = Cartesian3.multiplyByScalar(up, Cartesian3.dot(ray.direction, up), new Cartesian3());
  const level = Cartesian3.subtract(ray.direction, rise, new Cartesian3());
  if (Cartesian3.magnitude(level) < CesiumMath.EPSILON6) return undefined;
  Cartesian3.normalize(level, level);
  // On a sphere of radius r: sin(angle from the nadir) · distance from the centre = sin(tilt) · r.
  const away = Cartesian3.magnitude(ray.origin);
  const radius = away - camera.positionCartographic.height;
  const tilt = CesiumMath.toRadians(MAX_TILT);
  let nadir = Math.asin(Math.min(1, (Math.sin(tilt) * radius) / away));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const down = Cartesian3.multiplyByScalar(up, -Math.cos(nadir), new Cartesian3());
    const across = Cartesian3.multiplyByScalar(level, Math.sin(nadir), new Cartesian3());
    const aim = aimAlong(new Ray(ray.origin, Cartesian3.add(down, across, down)), camera, heights);
    if (!aim) return undefined;
    const excess = aim.tilt - MAX_TILT;
    if (Math.abs(excess) < EXACT) return { ...aim, tilt: MAX_TILT, isLevel: true };
    nadir -= (CesiumMath.toRadians(excess) * Math.cos(tilt) * radius) / (Math.cos(nadir) * away);
  }
  return undefined;
}

function aimAlong(ray: Ray, camera: Camera, heights: DisplayHeights): Aim | undefined {
  const met = meetGround(ray, heights)?.point;
  return met && aimAt(met, camera);
}

function aimAt(place: Cartesian3, camera: Camera): Aim {
  const local = Matrix4.inverse(Transforms.eastNorthUpToFixedFrame(place), new Matrix4());
  const { x, y, z } = Matrix4.multiplyByPoint(local, camera.positionWC, new Cartesian3());
  const away = Math.hypot(x, y);
  const heading = away > 1e-6 * z ? Math.atan2(-x, -y) : camera.heading;
  return {
    place,
    heading: (CesiumMath.toDegrees(heading) + 360) % 360,
    tilt: CesiumMath.toDegrees(Math.atan2(away, z)),
    isLevel: false,
  };
}
