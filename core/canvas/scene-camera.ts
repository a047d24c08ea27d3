import type { Extent } from '#core/document';
import type { Camera, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { groundScale, zoomOf } from './mercator.ts';

/** CSS pixels that stay free around an extent. */
const MARGIN = 48;
const MAX_ZOOM = 23;
const RADIANS = Math.PI / 180;

/** Where a camera in space looks from and to, in units of its scene. */
export interface SceneEye {
  /** What it turns about; on foot a place ahead. */
  readonly target: { readonly x: number; readonly y: number };
  readonly distance: number;
  /** Clockwise from north, and from straight down; degrees. */
  readonly heading: number;
  readonly tilt: number;
  /** Width and height, CSS pixels. */
  readonly size: Pixel;
  /** Units per CSS pixel at the target. */
  readonly resolution: number;
  /** Diameter of what there is to see. */
  readonly reach: number;
  readonly isOnFoot: boolean;
  readonly isParallel: boolean;
}

/** Coordinates, in units. */
type Triple = readonly [number, number, number];

/** The coordinates of a view, and where its scene lies in them. */
export interface SceneFrame {
  /** Metres per unit. */
  readonly unit: number;
  /** Of the scene. */
  readonly origin: Triple;
  project(position: Position): Triple;
  unproject(coordinates: Triple): Position;
}

/** The camera as all viewers report it. */
export function cameraOfScene(eye: SceneEye, frame: SceneFrame): Camera {
  const place = (east: number, north: number): Position => {
    const { target } = eye;
    const [x, y] = [target.x + east + frame.origin[0], target.y + north + frame.origin[1]];
    const [longitude, latitude] = frame.unproject([x, y, 0]);
    return [longitude, latitude];
  };
  const center = place(0, 0);
  const resolution = eye.resolution * frame.unit;
  // What is seen reaches farther when the camera leans: up to all there is.
  const half = (eye.resolution * Math.max(...eye.size)) / 2;
  const seen = eye.isOnFoot
    ? eye.reach / 2
    : Math.min(half / Math.max(0.2, Math.cos(eye.tilt * RADIANS)), half * 5);
  return {
    center,
    extent: extentAround(place, seen),
    zoom: zoomOf(resolution / groundScale(center[1])),
    resolution,
    heading: eye.heading,
    tilt: Math.min(90, eye.tilt),
  };
}

/** What lies `reach` units around a place, or less of it: places very far away have no positions in a CRS, or wrong ones. */
function extentAround(place: (east: number, north: number) => Position, reach: number): Extent {
  const [longitude, latitude] = place(0, 0);
  for (let within = reach; within > 1; within /= 2) {
    try {
      const [[west, south], [east, north]] = [place(-within, -within), place(within, within)];
      if (west < longitude && longitude < east && south < latitude && latitude < north)
        return [west, south, east, north];
    } catch {
      // Nearer, then.
    }
  }
  return [longitude, latitude, longitude, latitude];
}

/** The zoom at which an extent is seen as a whole, at most `nearest`. */
export function zoomForExtent(extent: Extent, eye: SceneEye, frame: SceneFrame, nearest = MAX_ZOOM): number {
  const [west, south, east, north] = extent;
  const [least, greatest] = [frame.project([west, south]), frame.project([east, north])];
  const [width, height] = eye.size;
  const [across, ahead] = [Math.abs(greatest[0] - least[0]), Math.abs(greatest[1] - least[1])];
  // Aslant, the near edge is larger than the middle.
  const nearer = eye.isParallel ? 0 : (ahead / 2) * Math.sin(eye.tilt * RADIANS);
  const units =
    Math.max(across / Math.max(1, width - 2 * MARGIN), ahead / Math.max(1, height - 2 * MARGIN)) +
    nearer * (eye.resolution / eye.distance);
  const zoom = zoomOf((units * frame.unit) / groundScale((south + north) / 2));
  return Math.min(nearest, Number.isFinite(zoom) ? zoom : nearest);
}
