import type { Position } from '#core/protocol';
import { CELL, type Parcels } from '../map2d/parcels.ts';

/** Degrees from straight down. */
export const TILT = 45;

/** The position that the camera looks at in a frame of a pan: half a parcel farther east each. */
export function panned({ middle }: Parcels, step: number): Position {
  return [middle[0] + step * CELL * 0.5, middle[1] + step * CELL * 0.2];
}
