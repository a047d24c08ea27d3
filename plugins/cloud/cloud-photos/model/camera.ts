import { dot, fromSpace, inSpace, minus, type Vector } from '#core/geodesy';
import type { CloudImage, Position } from '#core/protocol';

/** Pixels of the upright picture, from its left and its top. */
export type PhotoPixel = readonly [number, number];

/** A camera that is known well enough to stand in space. */
export interface PhotoCamera {
  readonly position: readonly [number, number, number];
  /** Geocentric, of length 1: to the right and the top of the picture, and to its middle. */
  readonly right: Vector;
  readonly up: Vector;
  readonly ahead: Vector;
  /** Pixels. */
  readonly focal: number;
  readonly middle: PhotoPixel;
  readonly size: PhotoPixel;
}
/** What a photo lacks. */
export type PhotoLack = 'place' | 'height' | 'direction' | 'lens';

const RADIANS = Math.PI / 180;

export function cameraOf({
  position,
  heading,
  pitch,
  roll,
  lens,
  photo,
}: CloudImage): PhotoCamera | PhotoLack {
  if (!position) return 'place';
  const [longitude, latitude, height] = position;
  if (height === undefined) return 'height';
  if (heading === null) return 'direction';
  if (!photo) return 'lens';
  const size: PhotoPixel = photo.orientation >= 5 ? [photo.height, photo.width] : [photo.width, photo.height];
  const focal =
    lens?.focal ?? (photo.fieldOfView ? size[0] / 2 / Math.tan((photo.fieldOfView * RADIANS) / 2) : 0);
  if (!(focal > 0)) return 'lens';
  const [h, p, r] = [heading * RADIANS, (pitch ?? 0) * RADIANS, (roll ?? 0) * RADIANS];
  const ahead: Vector = [Math.sin(h) * Math.cos(p), Math.cos(h) * Math.cos(p), Math.sin(p)];
  const level: Vector = [Math.cos(h), -Math.sin(h), 0];
  const above: Vector = [-Math.sin(h) * Math.sin(p), -Math.cos(h) * Math.sin(p), Math.cos(p)];
  // Clockwise as seen from behind: the right side is lowered.
  const right = mixed(level, above, Math.cos(r), -Math.sin(r));
  const up = mixed(level, above, Math.sin(r), Math.cos(r));
  const axes = axesAt(longitude, latitude);
  return {
    position: [longitude, latitude, height],
    right: turned(axes, right),
    up: turned(axes, up),
    ahead: turned(axes, ahead),
    focal,
    middle: lens?.middle ?? [size[0] / 2, size[1] / 2],
    size,
  };
}

/** The place that a pixel shows at a distance along the middle of the picture, metres. */
export function placeBefore(camera: PhotoCamera, [x, y]: PhotoPixel, distance: number): Position {
  const { position, right, up, ahead, focal, middle } = camera;
  const [across, above] = [((x - middle[0]) / focal) * distance, ((middle[1] - y) / focal) * distance];
  const from = inSpace([...position]);
  return fromSpace(
    [0, 1, 2].map(
      (k) => from[k]! + right[k]! * across + up[k]! * above + ahead[k]! * distance,
    ) as unknown as Vector,
  );
}

/** Where a place is in the picture; undefined behind the camera, or outside of its frame. */
export function pixelOf(
  { position, right, up, ahead, focal, middle, size }: PhotoCamera,
  place: Position,
): PhotoPixel | undefined {
  if (place[2] === undefined) return undefined;
  const to = minus(inSpace(place), inSpace([...position]));
  const depth = dot(to, ahead);
  if (depth <= 0.01) return undefined;
  const pixel: PhotoPixel = [
    middle[0] + (focal * dot(to, right)) / depth,
    middle[1] - (focal * dot(to, up)) / depth,
  ];
  return pixel.every((value, axis) => value >= 0 && value <= size[axis]!) ? pixel : undefined;
}

/** Metres from the camera. */
export const distanceTo = ({ position }: PhotoCamera, place: Position): number =>
  Math.hypot(...minus(inSpace(place), inSpace([...position])));

const mixed = (a: Vector, b: Vector, x: number, y: number): Vector => [
  a[0] * x + b[0] * y,
  a[1] * x + b[1] * y,
  a[2] * x + b[2] * y,
];

/** East, north and up as geocentric vectors. */
function axesAt(longitude: number, latitude: number): readonly [Vector, Vector, Vector] {
  const [l, b] = [longitude * RADIANS, latitude * RADIANS];
  const [sl, cl, sb, cb] = [Math.sin(l), Math.cos(l), Math.sin(b), Math.cos(b)];
  return [
    [-sl, cl, 0],
    [-sb * cl, -sb * sl, cb],
    [cb * cl, cb * sl, sb],
  ];
}

function turned(axes: readonly [Vector, Vector, Vector], local: Vector): Vector {
  return [0, 1, 2].map((k) =>
    axes.reduce((sum, axis, n) => sum + axis[k]! * local[n]!, 0),
  ) as unknown as Vector;
}
