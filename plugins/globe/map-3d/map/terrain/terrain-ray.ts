import { Cartesian3, Cartographic, Ellipsoid, IntersectionTests, Math as CesiumMath, Ray } from 'cesium';
import type { Position } from '#core/protocol';
import type { DisplayHeights } from '../../model/heights.ts';

/**
 * Samples the part of a ray between the lowest and the highest ground, with more samples on long rays to limit the
 * step to this part of the distance; then bisects the step that hits the ground.
 */
const SAMPLES = 256;
const STEP = 0.01;
/** Metres: a ray that only touches the highest shell continues. */
const MIN_STEP = 0.01;
const HALVINGS = 24;
/** Samples from a place towards the camera; and how much closer to it objects are rendered. */
const BACKWARD_SAMPLES = 24;
const NEARER = 0.01;

/** Where a ray hits the rendered ground, or something on it. */
export interface RayHit {
  readonly point: Cartesian3;
  /** With the height there, if known. */
  readonly position: Position;
}

export function isNearer({ origin }: Ray, one: Cartesian3, other: Cartesian3): boolean {
  return Cartesian3.distanceSquared(origin, one) < Cartesian3.distanceSquared(origin, other);
}

/**
 * Uses the loaded heights, not the rendered image: as exact as the tiles, on any graphics card. From below the
 * ground, it is hit from below.
 */
export function meetGround(ray: Ray, heights: DisplayHeights): RayHit | undefined {
  const floor = along(ray, 0);
  if (!heights.ground) return floor && metAt(ray, floor.start > 0 ? floor.start : floor.stop, heights);
  const top = along(ray, heights.reach);
  if (!top) return undefined;
  const from = Math.max(0, top.start);
  const to = floor && floor.start > 0 ? floor.start : top.stop;
  const { spacing } = heights.ground;
  const side = clearance(ray, 0, heights) < 0 ? -1 : 1;
  for (let above = from; above < to;) {
    const step = Math.min((to - from) / SAMPLES, Math.max(spacing, STEP * above));
    const below = above + Math.max(MIN_STEP, step);
    if (side * clearance(ray, below, heights) <= 0)
      return metAt(ray, halved(ray, [above, below], side, heights), heights);
    above = below;
  }
  if (side < 0) return undefined;
  return floor && floor.start > 0 ? metAt(ray, floor.start, heights) : undefined;
}

/** Whether the ground is between a place and the camera; never from below the ground. */
export function isBehindGround(place: Cartesian3, eye: Cartesian3, heights: DisplayHeights): boolean {
  const { ground } = heights;
  const away = Cartesian3.distance(place, eye);
  if (!ground || away === 0) return false;
  const way = Cartesian3.subtract(eye, place, new Cartesian3());
  const ray = new Ray(place, Cartesian3.normalize(way, way));
  const above = along(ray, heights.raised(ground.highest))?.stop ?? 0;
  const [from, to] = [NEARER * away, Math.min(away, above)];
  const step = Math.max(ground.spacing, (to - from) / BACKWARD_SAMPLES);
  for (let at = from + step; at < to; at += step)
    if (clearance(ray, at, heights) < 0) return clearance(ray, away, heights) >= 0;
  return false;
}

function halved(ray: Ray, between: readonly [number, number], side: number, heights: DisplayHeights): number {
  let [low, high] = between;
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (side * clearance(ray, middle, heights) <= 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

const scratch = new Cartesian3();
const place = new Cartographic();

/** Height of a ray above the ground after this distance, metres. */
function clearance(ray: Ray, distance: number, heights: DisplayHeights): number {
  Cartographic.fromCartesian(Ray.getPoint(ray, distance, scratch), Ellipsoid.WGS84, place);
  const [longitude, latitude] = [CesiumMath.toDegrees(place.longitude), CesiumMath.toDegrees(place.latitude)];
  return place.height - heights.surface(longitude, latitude);
}

function metAt(ray: Ray, distance: number, heights: DisplayHeights): RayHit | undefined {
  if (distance < 0) return undefined;
  const point = Ray.getPoint(ray, distance);
  const { longitude, latitude } = Cartographic.fromCartesian(point);
  const [east, north] = [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
  const height = heights.ground?.near(east, north);
  return { point, position: height === undefined ? [east, north] : [east, north, height] };
}

/** Where a ray enters and leaves a shell at this height above the ellipsoid. */
function along(ray: Ray, height: number): { start: number; stop: number } | undefined {
  const { x, y, z } = Ellipsoid.WGS84.radii;
  const shell = height === 0 ? Ellipsoid.WGS84 : new Ellipsoid(x + height, y + height, z + height);
  return IntersectionTests.rayEllipsoid(ray, shell);
}
