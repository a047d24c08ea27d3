import { cross, dot } from '#core/geodesy';
import type { BimModel, BimTransform, Position } from '#core/protocol';
import type { ModelCoordinates } from '../api.ts';
import type { ModelFrame } from './frame.ts';

type Axes = readonly [ModelCoordinates, ModelCoordinates, ModelCoordinates];

/** What places the fragments of a model, in doubles. */
export interface Placement {
  /** Where a metre along each axis of the file leads in the CRS, metres. */
  readonly axes: Axes;
  /** The zero of the file in the CRS, above the ellipsoid. */
  readonly zero: ModelCoordinates;
  /** Where the fragments have their zero, in the axes of the file, metres. */
  readonly origin: ModelCoordinates;
  /** Metres from heights of the CRS to those above the ellipsoid. */
  readonly undulation: number;
}

const RADIANS = Math.PI / 180;
/** Half the length over which axes are compared with a CRS, metres. */
const REACH = 50;

/** Upright, by the numbers of a map conversion. */
export function uprightPlacement(
  { eastings, northings, height, rotation, scale }: BimTransform,
  { origin, undulation }: Pick<Placement, 'origin' | 'undulation'>,
): Placement {
  const [cos, sin] = [Math.cos(rotation * RADIANS) * scale, Math.sin(rotation * RADIANS) * scale];
  const axes: Axes = [
    [cos, sin, 0],
    [-sin, cos, 0],
    [0, 0, 1],
  ];
  return { axes, zero: [eastings, northings, height + undulation], origin, undulation };
}

/** By its place on earth, of which it is the affine that is exact at the middle of its box: also tilted or scaled unevenly. */
export function placementOnEarth(
  { box, origin }: Pick<BimModel, 'box' | 'origin'>,
  toPosition: (local: ModelCoordinates) => Position,
  frame: ModelFrame,
): Placement {
  const middle = (box
    ? box.min.map((min, i) => (min + box.max[i]!) / 2)
    : [0, 0, 0]) as unknown as ModelCoordinates;
  const own = straight((place) => frame.toModel(toPosition(place)), middle);
  return { ...own, origin: origin ?? [0, 0, 0], undulation: 0 };
}

/** The same place in another CRS, exact at its origin; `through`: from its CRS to that one. */
export function placementThrough(
  placement: Placement,
  through: (place: ModelCoordinates) => ModelCoordinates,
): Placement {
  return { ...placement, ...straight((place) => through(placed(placement, place)), placement.origin) };
}

/** The affine that is the same as `to` at a place. */
function straight(
  to: (place: ModelCoordinates) => ModelCoordinates,
  at: ModelCoordinates,
): Pick<Placement, 'axes' | 'zero'> {
  const axes = [0, 1, 2].map((axis) => {
    const [before, after] = [-REACH, REACH].map((by) =>
      to(at.with(axis, at[axis]! + by) as unknown as ModelCoordinates),
    );
    return after!.map((value, i) => (value - before![i]!) / (2 * REACH));
  }) as unknown as Axes;
  const here = to(at);
  const zero = here.map((value, i) => value - along(axes, at)[i]!) as unknown as ModelCoordinates;
  return { axes, zero };
}

/** Degrees counter-clockwise from grid east to the x axis of the file. */
export const turnOf = ({ axes: [[east, north]] }: Placement): number => Math.atan2(north, east) / RADIANS;

/** From the axes of a file (metres, z up) to east, north and ellipsoidal height of the CRS. */
export function placed({ axes, zero }: Placement, place: ModelCoordinates): ModelCoordinates {
  const [x, y, z] = along(axes, place);
  return [zero[0] + x, zero[1] + y, zero[2] + z];
}

/** From the CRS back to the axes of the file. */
export function unplaced({ axes: [a, b, c], zero }: Placement, place: ModelCoordinates): ModelCoordinates {
  const from: ModelCoordinates = [place[0] - zero[0], place[1] - zero[1], place[2] - zero[2]];
  const whole = dot(a, cross(b, c));
  return [dot(from, cross(b, c)) / whole, dot(from, cross(c, a)) / whole, dot(from, cross(a, b)) / whole];
}

/**
 * Column-major 4 × 4 from the fragments (y up) to the scene, whose zero is `sceneOrigin` in the CRS. Only the difference of
 * two large numbers, taken in doubles, reaches the graphics card.
 */
export function sceneMatrix(placement: Placement, sceneOrigin: ModelCoordinates): number[] {
  const [x, y, z] = placement.axes;
  const zero = placed(placement, placement.origin).map((value, axis) => value - sceneOrigin[axis]!);
  // Fragments: x = X, y = Z, z = -Y.
  return [...x, 0, ...z, 0, -y[0], -y[1], -y[2], 0, ...zero, 1];
}

const along = ([a, b, c]: Axes, [x, y, z]: ModelCoordinates): ModelCoordinates => [
  a[0] * x + b[0] * y + c[0] * z,
  a[1] * x + b[1] * y + c[1] * z,
  a[2] * x + b[2] * y + c[2] * z,
];
