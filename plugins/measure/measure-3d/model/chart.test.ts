import { expect, it } from 'vitest';
import { chartOf } from './chart.ts';
import type { Profile } from './profile.ts';

const place = [0, 0] as [number, number];
const profile = {
  length: 300,
  ground: [
    { distance: 0, height: 100, place },
    { distance: 300, height: 140, place },
  ],
  line: [],
  objects: [],
} as unknown as Profile;

it.each([
  ['metres', 1, ['100', '120', '140'], ['0', '100', '200', '300']],
  ['kilometres', 1000, ['0.10', '0.12', '0.14'], ['0.0', '0.1', '0.2', '0.3']],
  // 328.08 ft to 459.32 ft, over 984.25 ft.
  ['feet', 0.3048, ['350', '400', '450'], ['0', '500']],
] as const)('has grid lines with distinct labels in %s', (_name, unit, heights, distances) => {
  const chart = chartOf(profile, 320, 160, unit)!;
  const labels = ({ at, digits }: typeof chart.heights) =>
    at.map((metres) => (metres / unit).toFixed(digits));
  expect(labels(chart.heights)).toEqual(heights);
  expect(labels(chart.distances)).toEqual(distances);
});
