import { groundScale, zoomOf } from '#core/canvas';
import type { Extent } from '#core/document';
import type { Camera } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { ModelCoordinates } from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import type { SceneCamera } from './scene-camera.ts';

/** CSS pixels that stay free around an extent. */
const MARGIN = 48;
const MAX_FLY_ZOOM = 23;

/** The zoom at which an extent is seen as a whole, at most `nearest`. */
export function zoomFor(extent: Extent, eye: SceneCamera, frame: ModelFrame, nearest = MAX_FLY_ZOOM): number {
  const [west, south, east, north] = extent;
  const [least, greatest] = [frame.toModel([west, south]), frame.toModel([east, north])];
  const [width, height] = eye.size;
  const [across, ahead] = [Math.abs(greatest[0] - least[0]), Math.abs(greatest[1] - least[1])];
  // Aslant, the near edge is larger than the middle.
  const nearer = eye.isParallel ? 0 : (ahead / 2) * Math.sin((eye.tilt * Math.PI) / 180);
  const units =
    Math.max(across / Math.max(1, width - 2 * MARGIN), ahead / Math.max(1, height - 2 * MARGIN)) +
    nearer * (eye.resolution / eye.distance);
  const zoom = zoomOf(units / groundScale((south + north) / 2));
  return Math.min(nearest, Number.isFinite(zoom) ? zoom : nearest);
}

/** What all views say of their camera. */
export function cameraOf(
  eye: SceneCamera,
  { frame, origin }: { readonly frame: ModelFrame; readonly origin: ModelCoordinates },
): Camera {
  const place = (x: number, y: number): Position => {
    const [longitude, latitude] = frame.fromModel([x + origin[0], y + origin[1], 0]);
    return [longitude, latitude];
  };
  const center = place(eye.target.x, eye.target.y);
  const resolution = eye.resolution;
  // What is seen reaches farther when the camera leans: up to all there is.
  const half = (eye.resolution * Math.max(...eye.size)) / 2;
  const seen = eye.isOnFoot
    ? eye.reach / 2
    : Math.min(half / Math.max(0.2, Math.cos((eye.tilt * Math.PI) / 180)), half * 5);
  const [west, south] = place(eye.target.x - seen, eye.target.y - seen);
  const [east, north] = place(eye.target.x + seen, eye.target.y + seen);
  return {
    center,
    extent: [west, south, east, north],
    zoom: zoomOf(resolution / groundScale(center[1])),
    resolution,
    heading: eye.heading,
    tilt: Math.min(90, eye.tilt),
  };
}
