import { affine, cloudViewOf, type Placing } from '#core/geodesy';
import type { Pointcloud } from '#core/protocol';
import type { CloudCoordinates } from '../api.ts';
import type { CloudFrame } from './frame.ts';
import type { Triple } from './points.ts';
import { sourceOf } from './stage.ts';

/** Where a cloud is in a view. */
export interface CloudPlacing {
  /** From its stored coordinates to those of the view, as it is drawn. */
  readonly drawn: Placing;
  /** Farthest that a point is drawn from where it is, metres; 0 in the view's own CRS. */
  readonly error: number;
  /** In another CRS, unit or heights than the view. */
  readonly isElsewhere: boolean;
  /** From stored coordinates to those of the view, exactly. */
  toView(stored: Triple): CloudCoordinates;
}

/** Of a cloud in the frame of the view. */
export function placingOf(cloud: Pointcloud): CloudPlacing {
  const drawn = placedOf(cloud);
  return { drawn, error: 0, isElsewhere: false, toView: (stored) => drawn.toMap(stored) };
}

/** From stored coordinates to those of the cloud's own frame. */
export function placedOf(cloud: Pointcloud): Placing {
  const isCopc = sourceOf(cloud)?.kind === 'copc';
  return affine(cloudViewOf(cloud.georeference, { isCopc, metresPerHeightUnit: cloud.metresPerHeightUnit }));
}

/** Places around the middle of a box at which a CRS is compared with the plane that is drawn. */
const FITTED = [-1, 0, 1];
const CHECKED = [-1, -0.5, 0, 0.5, 1];

/**
 * Of a cloud in another CRS or other heights than the view: drawn by the affine transformation that fits best within its
 * box, computed exactly through longitude and latitude. Throws AppError outside of a CRS.
 */
export function placingAcross(
  cloud: Pointcloud,
  own: CloudFrame,
  view: CloudFrame,
  box: { readonly min: Triple; readonly max: Triple },
): CloudPlacing {
  const placed = placedOf(cloud);
  const toView = (stored: Triple): CloudCoordinates => view.toCloud(own.fromCloud(placed.toMap(stored)));
  const middle = box.min.map((value, i) => (value + box.max[i]!) / 2) as unknown as Triple;
  const half = box.min.map((value, i) => Math.max(0.5, (box.max[i]! - value) / 2)) as unknown as Triple;
  const at = (steps: Triple): Triple => [
    middle[0] + steps[0] * half[0],
    middle[1] + steps[1] * half[1],
    middle[2] + steps[2] * half[2],
  ];
  const fitted = stepsOf(FITTED).map((steps) => ({ steps, place: toView(at(steps)) }));
  // The places are symmetric about the middle, so that each column is found by itself.
  const mean = [0, 1, 2].map(
    (axis) =>
      fitted[0]!.place[axis]! + average(fitted.map(({ place }) => place[axis]! - fitted[0]!.place[axis]!)),
  ) as unknown as Triple;
  const entry = (row: number, column: number) => {
    const over = fitted.reduce(
      (sum, { steps, place }) => sum + steps[column]! * (place[row]! - mean[row]!),
      0,
    );
    const under = fitted.reduce((sum, { steps }) => sum + steps[column]! ** 2, 0);
    return over / under / half[column]!;
  };
  const row = (axis: number): Triple => [entry(axis, 0), entry(axis, 1), entry(axis, 2)];
  const drawn = affine({ from: middle, to: mean, matrix: [row(0), row(1), row(2)] });
  const misses = stepsOf(CHECKED).map((steps) => {
    const [exact, shown] = [toView(at(steps)), drawn.toMap(at(steps))];
    return Math.hypot(
      ...[0, 1, 2].map((axis) => (exact[axis]! - shown[axis]!) * (axis === 2 ? view.heightUnit : view.unit)),
    );
  });
  return { drawn, error: Math.max(...misses), isElsewhere: true, toView };
}

function stepsOf(values: readonly number[]): Triple[] {
  return values.flatMap((x) => values.flatMap((y) => values.map((z): Triple => [x, y, z])));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
