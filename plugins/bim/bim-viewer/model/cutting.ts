import type { BimNode, BimTransform } from '#core/protocol';
import type { CutPlane, ModelCoordinates } from '../api.ts';

/** Metres above a storey at which its plan is cut: above window sills, below lintels. */
export const PLAN_CUT = 1.2;

let next = 0;
export const newPlaneId = (): string => `cut-${++next}`;

/** A plan cut of a storey: what is above is removed. `zero`: the place of the file's zero in the CRS of the view. */
export function storeyPlane({ elevation }: Pick<BimNode, 'elevation'>, at: ModelCoordinates): CutPlane {
  return { id: newPlaneId(), at: [at[0], at[1], at[2] + (elevation ?? 0) + PLAN_CUT], normal: [0, 0, 1] };
}

/** An upright plane in the axes of a model: `across` its x axis, or its y axis. */
export function uprightPlane(
  at: ModelCoordinates,
  { rotation }: Pick<BimTransform, 'rotation'>,
  across: 'x' | 'y',
): CutPlane {
  const turn = ((rotation + (across === 'x' ? 0 : 90)) * Math.PI) / 180;
  return { id: newPlaneId(), at, normal: [Math.cos(turn), Math.sin(turn), 0] };
}

export function flipped(plane: CutPlane): CutPlane {
  const normal = plane.normal.map((value) => -value) as unknown as ModelCoordinates;
  return { ...plane, normal };
}
