import Delaunator from 'delaunator';
import { buildTin } from '../../server/api/surfaces/tin/tin.ts';
import { median } from './report.ts';

const COUNT = 1_000_000;
const RUNS = 3;

/** Seconds of processor for a surface of a million scattered spots, and for their triangles alone. */
export function timeOfSurface(): { points: number; ours: number; alone: number } {
  const spots = scattered();
  const places = new Float64Array(2 * COUNT);
  for (let i = 0; i < COUNT; i++) places.set([spots[3 * i]!, spots[3 * i + 1]!], 2 * i);
  const [ours, alone]: [number[], number[]] = [[], []];
  for (let n = 0; n <= RUNS; n++) {
    const own = seconds(() => buildTin({ spots }));
    const peer = seconds(() => new Delaunator(places));
    // The first run warms up.
    if (n > 0) ours.push(own);
    if (n > 0) alone.push(peer);
  }
  return { points: COUNT, ours: median(ours), alone: median(alone) };
}

/** In a square of 2 km, with a generator of its own, so that each run has the same. */
function scattered(): Float64Array {
  let state = 1;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Float64Array.from(
    { length: 3 * COUNT },
    (_, i) => [500_000, 4_650_000, 100][i % 3]! + next() * 2_000,
  );
}

function seconds(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}
