/** Whether the ± that measures state is the error that they make, in 10,000 trials each. */
import { cornerOf, edgeOf, fitPlane, sigmaAt } from '../../../server/api/pointcloud/measures/plane.ts';
import { circleOf, circleSigma } from '../../../server/api/pointcloud/measures/round.ts';
import type { Vector3 } from '../../../server/formats/pointcloud/source.ts';
import { normalFrom, randomFrom } from '../../../server/testing/random.ts';
import { within, type ReportRow } from '../report.ts';

const TRIALS = 10_000;
const SIGMA = 0.005;
/** Large coordinates, as projected ones are. */
const FAR: Vector3 = [350_000, 5_000_000, 100];
/** Errors may be so much larger than stated: few points are left out though they belong to a plane. */
const MOST = 1.15;

export function trials(): ReportRow[] {
  const random = randomFrom(31);
  const normal = normalFrom(32);
  /** Points of z = a·x + b·y + c around a place, with noise across. */
  const plane = (count: number, [a, b, c]: Vector3, [x, y]: readonly number[], half: number) => {
    const length = Math.hypot(a, b, 1);
    const places = Array.from({ length: count }, (): Vector3 => {
      const [px, py] = [x! + (2 * random() - 1) * half, y! + (2 * random() - 1) * half];
      const off = normal() * SIGMA;
      return [
        FAR[0] + px - (off * a) / length,
        FAR[1] + py - (off * b) / length,
        FAR[2] + a * px + b * py + c + off / length,
      ];
    });
    return fitPlane(places)!;
  };
  const row = (what: string, trial: () => { error: number; plusMinus: number }): ReportRow => {
    let sum = 0;
    for (let n = 0; n < TRIALS; n++) {
      const { error, plusMinus } = trial();
      sum += (error / plusMinus) ** 2;
    }
    return within(MOST, {
      what: `error of ${what} over its ±, root mean square`,
      ours: Math.sqrt(sum / TRIALS),
      unit: 'times',
    });
  };
  return [
    row('a plane', () => {
      const [a, b, c]: Vector3 = [random() - 0.5, random() - 0.5, random()];
      const fitted = plane(60, [a, b, c], [0, 0], 1);
      const place: Vector3 = [FAR[0] + 1, FAR[1] + 1, FAR[2] + a + b + c];
      const error = fitted.normal.reduce((off, each, n) => off + each * (place[n]! - fitted.centre[n]!), 0);
      return { error, plusMinus: sigmaAt(fitted, place) };
    }),
    row('an edge', () => {
      const { point, plusMinus } = edgeOf(
        plane(80, [0, 0, 0], [-1, 0], 0.8),
        plane(80, [1, 0, 0], [1, 0], 0.8),
      )!;
      return { error: Math.hypot(point[0] - FAR[0], point[2] - FAR[2]), plusMinus };
    }),
    row('a corner', () => {
      const planes = [plane(80, [0, 0, 0], [1, 1], 0.8), plane(80, [1, 0, 0], [-1, 0], 0.8), plane(80, [0, 1, 0], [0, -1], 0.8)]; // prettier-ignore
      const { point, plusMinus } = cornerOf(planes)!;
      return { error: Math.hypot(point[0] - FAR[0], point[1] - FAR[1], point[2] - FAR[2]), plusMinus };
    }),
    row('a circle by three points', () => {
      const seen = [0, 2, 4].map((angle): Vector3 => [
        FAR[0] + 2 * Math.cos(angle) + normal() * SIGMA,
        FAR[1] + 2 * Math.sin(angle) + normal() * SIGMA,
        FAR[2] + normal() * SIGMA,
      ]) as [Vector3, Vector3, Vector3];
      return { error: circleOf(seen)!.radius - 2, plusMinus: circleSigma(seen, [SIGMA, SIGMA, SIGMA]) };
    }),
  ];
}
