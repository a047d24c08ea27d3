import type { KnownPoint } from '../../core/protocol/index.ts';
import { computeBook } from '../../server/api/field-books/compute/compute.ts';
import { azimuthOf, lengthOf } from '../../server/api/field-books/compute/plane.ts';
import { DEFAULT_SETTINGS, type Numbered } from '../../server/api/field-books/compute/types.ts';

const SIDE = 32;
const POINTS = 1000;

/**
 * Seconds to compute and adjust a grid of 1,000 points, of which each sees two or three neighbours: 2,500 directions, distances
 * and differences of height.
 */
export function timeOfNetwork(): { points: number; observations: number; seconds: number } {
  const places = Array.from({ length: POINTS }, (_, i) => ({
    east: (i % SIDE) * 80 + (i % 7),
    north: Math.floor(i / SIDE) * 80 + (i % 5),
  }));
  const known = [0, 1, SIDE, POINTS - 10].map((i): KnownPoint => ({
    name: nameOf(i),
    ...places[i]!,
    height: 10,
  }));
  const records = recordsOf(places);
  const from = performance.now();
  const { plan, points } = computeBook({ records, known, settings: DEFAULT_SETTINGS });
  const seconds = (performance.now() - from) / 1000;
  if (points.length !== POINTS || !plan)
    throw new Error(`${points.length} of ${POINTS} points were computed.`);
  return { points: points.length, observations: plan.observations, seconds };
}

const nameOf = (i: number) => `G${i}`;

function recordsOf(places: readonly { east: number; north: number }[]): Numbered[] {
  const records: Numbered[] = [];
  const about = () => ({ ordinal: records.length, used: true, line: records.length + 1 });
  for (const [i, place] of places.entries()) {
    const steps = [1, SIDE, -1, -SIDE, SIDE + 1].map((step) => i + step);
    const near = steps.filter((j) => places[j] && Math.abs((j % SIDE) - (i % SIDE)) < 2);
    const others = near.slice(0, i % 2 === 0 ? 3 : 2);
    records.push({ ...about(), kind: 'station', name: nameOf(i), instrumentHeight: 1.5 });
    for (const j of others) {
      const circle = (azimuthOf(place, places[j]!) + i) % 360;
      const sight = {
        target: nameOf(j),
        purpose: 'sideshot' as const,
        circle,
        zenith: 90,
        targetHeight: 1.5,
      };
      records.push({ ...about(), kind: 'observation', ...sight, slope: lengthOf(place, places[j]!) });
    }
  }
  return records;
}
