import { cross, lengthOfVector, minus, type Vector } from '#core/geodesy';
import { LocalFrame } from './local-frame.ts';
import { rayIn, type MeasuredPoint, type Sight } from './measuring.ts';
import { metPoint } from './met-point.ts';
import { meetPlane, spreadOf, type Covariance } from './rays.ts';

/** Parts of the longest side: a flatter triangle gives no plane. */
const FLATTEST = 0.05;
/** Metres by which a corner is moved to see what that changes. */
const STEP = 1e-4;
const NONE: Covariance = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];

type Corner = Pick<MeasuredPoint, 'position' | 'covariance' | 'from' | 'assumed' | 'lacksHeight'>;

/**
 * Where a line of sight passes the plane through three measured points, or the upright one through two, such as a façade; with the ±
 * of the line and of all these points. Undefined where there is no such place before the camera, or the points lie in a line.
 */
export function meetPlaneOf(sight: Sight, corners: readonly Corner[]): MeasuredPoint | undefined {
  const frame = new LocalFrame(sight.place.position);
  const ray = rayIn(frame, sight);
  const places = corners.map(({ position }) => frame.toLocal(position));
  const spreads = corners.map(({ covariance }) => covariance);
  if (places.length === 2) {
    const [x, y, z] = places[0]!;
    places.push([x, y, z + Math.hypot(...minus(places[1]!, places[0]!))]);
    spreads.push(NONE);
  }
  const meet = (three: readonly Vector[]) => {
    const [a, b, c] = three as readonly [Vector, Vector, Vector];
    const normal = cross(minus(b, a), minus(c, a));
    const longest = Math.max(...[minus(b, a), minus(c, a), minus(c, b)].map(lengthOfVector));
    if (!(lengthOfVector(normal) > FLATTEST * longest ** 2)) return undefined;
    const met = meetPlane(ray, { point: a, normal, sigma: 0 });
    return typeof met === 'string' ? undefined : met;
  };
  const found = meet(places);
  if (!found) return undefined;
  const covariance = found.covariance.map((row) => [...row]);
  for (const [n, spread] of spreads.entries()) {
    // How the place moves with each axis of the corner; the third point of an upright plane goes with its first.
    const slopes = [0, 1, 2].map((axis) => {
      const moved = places.map((place, m) =>
        m === n || (corners.length === 2 && n === 0 && m === 2)
          ? (place.map((value, i) => value + (i === axis ? STEP : 0)) as unknown as Vector)
          : place,
      );
      const there = meet(moved)?.point ?? found.point;
      return minus(there, found.point).map((value) => value / STEP);
    });
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        for (let k = 0; k < 3; k++)
          for (let l = 0; l < 3; l++) covariance[i]![j]! += slopes[k]![i]! * slopes[l]![j]! * spread[k]![l]!;
  }
  const all = [...corners, { from: [sight.place.name] }];
  return metPoint(sight, {
    ...spreadOf(covariance as unknown as Covariance),
    position: frame.toPosition(found.point),
    from: [...new Set(all.flatMap(({ from }) => from))],
    assumed: sight.accuracy.assumed || corners.some(({ assumed }) => assumed),
    lacksHeight: sight.place.position[2] === undefined || corners.some(({ lacksHeight }) => lacksHeight),
    on: 'plane',
  });
}
