import type { Extent } from '#core/document';
import type { Position } from '#core/protocol';
import { crossesRayEast, type PlanePosition } from '#core/shapes';
import type { MapView, Pixel } from './contract.ts';

/** What snapping and picking need from a viewer. */
export type ViewProjection = Pick<MapView, 'toPixel' | 'toPosition' | 'groundBehind'>;

/** Returns where two edges cross, as a fraction of the first edge; undefined if they do not cross. */
export function crossing(a: Pixel, b: Pixel, c: Pixel, d: Pixel): number | undefined {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return undefined;
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
}

const CORNERS = [[-1, -1], [-1, 1], [1, -1], [1, 1]] as const; // prettier-ignore

/**
 * Returns the extent of the square of `tolerance` CSS pixels around `pixel`; undefined if the pointer is outside the
 * world. First > third where it crosses the antimeridian.
 */
export function extentAround(view: ViewProjection, pixel: Pixel, tolerance: number): Extent | undefined {
  return (
    (view.groundBehind ? undefined : extentOnTheFlat(view, pixel, tolerance)) ??
    extentSeen(view, pixel, tolerance)
  );
}

/** Where north is up, two corners are enough. Undefined if one of them is outside the world. */
function extentOnTheFlat(view: ViewProjection, pixel: Pixel, tolerance: number): Extent | undefined {
  const upper = view.toPosition([pixel[0] - tolerance, pixel[1] - tolerance]);
  const lower = upper && view.toPosition([pixel[0] + tolerance, pixel[1] + tolerance]);
  return lower && [upper[0], lower[1], lower[0], upper[1]];
}

function extentSeen(view: ViewProjection, pixel: Pixel, tolerance: number): Extent | undefined {
  const seen = (at: Pixel): readonly (Position | undefined)[] =>
    view.groundBehind?.(at) ?? [view.toPosition(at)];
  const [center] = seen(pixel);
  if (!center) return undefined;
  let [west, east, south, north] = [0, 0, center[1], center[1]];
  for (const [right, down] of CORNERS)
    for (const corner of seen([pixel[0] + right * tolerance, pixel[1] + down * tolerance])) {
      if (!corner) continue;
      const offset = wrapped(corner[0] - center[0]);
      west = Math.min(west, offset);
      east = Math.max(east, offset);
      south = Math.min(south, corner[1]);
      north = Math.max(north, corner[1]);
    }
  return [wrapped(center[0] + west), south, wrapped(center[0] + east), north];
}

/** Returns whether a position is in an extent. First > third where the extent crosses the antimeridian. */
export function contains(extent: Extent, x: number, y: number): boolean {
  if (y < extent[1] || y > extent[3]) return false;
  return extent[0] <= extent[2] ? x >= extent[0] && x <= extent[2] : x >= extent[0] || x <= extent[2];
}

function wrapped(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** Returns whether a position is inside the rings (even-odd; holes are outside), in degrees, as edges are defined. */
export function inside([x, y]: PlanePosition, rings: readonly (readonly PlanePosition[])[]): boolean {
  let within = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      if (crossesRayEast(ax, ay, bx, by, x, y)) within = !within;
    }
  }
  return within;
}
