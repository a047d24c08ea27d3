import type { BimTransform } from '#core/protocol';
import type { ModelCoordinates } from '../api.ts';

/** What places the fragments of a model, in doubles. */
export interface Placement {
  /** From the axes of the file to metres of the CRS. */
  readonly transform: BimTransform;
  /** Where the fragments have their zero, in the axes of the file, metres. */
  readonly origin: ModelCoordinates;
  /** Metres from heights of the CRS to those above the ellipsoid. */
  readonly undulation: number;
}

const RADIANS = Math.PI / 180;

/** From the axes of a file (metres, z up) to east, north and ellipsoidal height of the CRS. */
export function placed({ transform, undulation }: Placement, [x, y, z]: ModelCoordinates): ModelCoordinates {
  const { eastings, northings, height, rotation, scale } = transform;
  const [cos, sin] = [Math.cos(rotation * RADIANS), Math.sin(rotation * RADIANS)];
  return [
    eastings + scale * (x * cos - y * sin),
    northings + scale * (x * sin + y * cos),
    height + z + undulation,
  ];
}

/** From the CRS back to the axes of the file. */
export function unplaced(
  { transform, undulation }: Placement,
  [east, north, up]: ModelCoordinates,
): ModelCoordinates {
  const { eastings, northings, height, rotation, scale } = transform;
  const [cos, sin] = [Math.cos(rotation * RADIANS), Math.sin(rotation * RADIANS)];
  const [across, ahead] = [(east - eastings) / scale, (north - northings) / scale];
  return [across * cos + ahead * sin, ahead * cos - across * sin, up - height - undulation];
}

/**
 * Column-major 4 × 4 from the fragments (y up) to the scene, whose zero is `sceneOrigin` in the CRS. Only the difference of
 * two large numbers, taken in doubles, reaches the graphics card.
 */
export function sceneMatrix(placement: Placement, sceneOrigin: ModelCoordinates): number[] {
  const { rotation, scale } = placement.transform;
  const [cos, sin] = [Math.cos(rotation * RADIANS) * scale, Math.sin(rotation * RADIANS) * scale];
  const zero = placed(placement, placement.origin);
  const [east, north, up] = zero.map((value, axis) => value - sceneOrigin[axis]!);
  // Fragments: x = X, y = Z, z = -Y.
  return [cos, sin, 0, 0, 0, 0, 1, 0, sin, -cos, 0, 0, east!, north!, up!, 1];
}
