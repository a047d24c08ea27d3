import { lengthOfVector, minus, type Vector } from '#core/geodesy';
import { intersect, type Ray } from '../rays.ts';

const unit = (v: Vector): Vector => v.map((value) => value / lengthOfVector(v)) as unknown as Vector;

export function ray(origin: Vector, to: Vector, sigmaPosition = 0.02, sigmaDirection = 0.001): Ray {
  return { origin, direction: unit(minus(to, origin)), sigmaPosition, sigmaDirection };
}

/** mulberry32: the same numbers on every machine. */
function randomOf(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Three rays at the same point, without noise: by how much they miss it at most, metres, and how many were too narrow. */
export function exactTrials(trials: number): { worst: number; refused: number } {
  const random = randomOf(1);
  const place = (reach: number): Vector => [random() * reach, random() * reach, random() * reach * 0.1];
  let [worst, refused] = [0, 0];
  for (let i = 0; i < trials; i++) {
    const target = place(100);
    const found = intersect([1, 2, 3].map(() => ray(place(50), target)));
    if (typeof found === 'string') refused++;
    else worst = Math.max(worst, lengthOfVector(minus(found.point, target)), found.miss);
  }
  return { worst, refused };
}

/** Which part of noisy trials the ± covers: along each axis, and as a radius. */
export function noisyTrials(trials: number): number[] {
  const random = randomOf(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const noisy = ({ origin, direction, sigmaPosition, sigmaDirection }: Ray): Ray => ({
    origin: origin.map((value) => value + sigmaPosition * normal()) as unknown as Vector,
    // Its part along the direction changes nothing to first order.
    direction: unit(direction.map((value) => value + sigmaDirection * normal()) as unknown as Vector),
    sigmaPosition,
    sigmaDirection,
  });
  const covered = [0, 0, 0, 0];
  for (let i = 0; i < trials; i++) {
    const target: Vector = [random() * 20 - 10, 5 + random() * 20, random() * 5];
    const rays = [
      ray([-6, 0, 2], target, 0.02, 0.002),
      ray([6, 0, 2], target, 0.03, 0.001),
      ...(i % 2 ? [ray([0, -3, 2.5], target, 0.02, 0.002)] : []),
    ];
    const found = intersect(rays.map(noisy));
    if (typeof found === 'string') continue;
    const error = minus(found.point, target);
    for (let k = 0; k < 3; k++) if (Math.abs(error[k]!) <= found.within[k]!) covered[k]!++;
    if (lengthOfVector(error) <= found.radius) covered[3]!++;
  }
  return covered.map((count) => count / trials);
}
