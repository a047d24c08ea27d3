import type { Pixel } from '#core/mapview';
import type { CloudRegion } from '#core/protocol';
import type { CloudCoordinates, CloudRay } from '#plugins/cloud/point-cloud/api';

type Vector = readonly [number, number, number];

/** What is needed of the view: the ray through a pixel, and the direction in which the eye looks. */
export interface LassoView {
  readonly eye: { readonly at: CloudCoordinates; readonly direction: CloudCoordinates };
  rayAt(pixel: Pixel): CloudRay;
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];

/**
 * The region that a lasso on the screen encloses, at most `far` from the eye along its direction (units of the CRS).
 * The projection is taken from rays through the corners of the lasso's box: any camera of the view will do.
 */
export function lassoRegion(view: LassoView, ring: readonly Pixel[], far: number | undefined): CloudRegion {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [halfWidth, halfHeight] = [Math.max((right - left) / 2, 0.5), Math.max((bottom - top) / 2, 0.5)];
  const centre: Pixel = [left + halfWidth, top + halfHeight];
  const forward = unit(view.eye.direction);
  const { origin } = view.rayAt(centre);
  const seen = (pixel: Pixel) => onPlane(view.rayAt(pixel), origin, forward);
  const middle = seen(centre);
  // Half of the lasso's box to the right and up, at distance 1 from the eye, or in the plane of the eye.
  const across = minus(seen([centre[0] + halfWidth, centre[1]]), middle);
  const up = minus(seen([centre[0], centre[1] - halfHeight]), middle);
  const isParallel = view.rayAt(centre).spread === 0;
  const row = (axis: Vector): [number, number, number, number] => {
    const divided = scaled(axis, 1 / dot(axis, axis));
    // Middle of the lasso at 0: with perspective its offset grows with the distance.
    const shift = dot(divided, middle);
    const at = isParallel ? divided : minus(divided, scaled(forward, shift));
    return [...at, isParallel ? -shift : 0];
  };
  const [x, y] = [row(across), row(up)];
  const w = isParallel ? [0, 0, 0, 1] : [...forward, 0];
  return {
    kind: 'lasso',
    origin: [...origin],
    matrix: [0, 1, 2, 3].flatMap((column) => [x[column]!, y[column]!, 0, w[column]!]),
    ring: ring.map(([px, py]) => [
      clamped((px - centre[0]) / halfWidth),
      clamped((centre[1] - py) / halfHeight),
    ]),
    direction: [...forward],
    // Parallel rays may start elsewhere than the eye.
    ...(far !== undefined && { far: far - dot(minus(origin, view.eye.at), forward) }),
  };
}

const clamped = (value: number): number => Math.max(-1, Math.min(1, value));

function unit(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector));
}

/** Where a ray meets the plane at distance 1 before the eye, relative to `origin`; parallel rays: where they start. */
function onPlane({ origin, direction, spread }: CloudRay, from: Vector, forward: Vector): Vector {
  if (spread !== 0) return scaled(direction, 1 / dot(direction, forward));
  const aside = minus(origin, from);
  return minus(aside, scaled(forward, dot(aside, forward)));
}
