import { describe, expect, it } from 'vitest';
import { trace } from './outline.ts';
import { SectionPoints } from './section-points.ts';

/** Points at chainages and heights; x is the chainage. */
function section(places: readonly (readonly [number, number])[]): SectionPoints {
  const points = new SectionPoints();
  points.add(
    {
      x: places.map(([x]) => x),
      y: places.map(() => 0),
      z: places.map(([, z]) => z),
      classes: places.map(() => 1),
    },
    (x) => ({ chainage: x, offset: 0 }),
  );
  return points;
}
const all = () => true;
const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

describe('Tracing a section', () => {
  // A floor at 0 m, and a roof from 4 m at the eaves to 6 m at the ridge, 10 m wide.
  const house = section([
    ...range(0, 10, 0.05).map((x): [number, number] => [x, 0]),
    ...range(0, 10, 0.05).map((x): [number, number] => [x, 6 - Math.abs(x - 5) * 0.4]),
  ]);

  it('follows the ground, or the top, as one polyline within half a cell', () => {
    const [ground, ...others] = trace(house, 'ground', 0.2, all);
    expect(others).toEqual([]);
    expect(ground!.places).toHaveLength(2);
    expect(ground!.places.every(({ height }) => height === 0)).toBe(true);
    const [top] = trace(house, 'top', 0.2, all);
    const ridge = Math.max(...top!.places.map(({ height }) => height));
    expect(ridge).toBeCloseTo(6, 9);
    for (const { chainage, height } of top!.places)
      expect(Math.abs(height - (6 - Math.abs(chainage - 5) * 0.4))).toBeLessThanOrEqual(0.1);
  });

  it('breaks the line where there are no points', () => {
    const broken = section([...range(0, 3, 0.1), ...range(5, 9, 0.1)].map((x) => [x, 1]));
    expect(trace(broken, 'ground', 0.25, all)).toHaveLength(2);
  });

  it('draws closed borders around a pipe: outside and inside', () => {
    const pipe = section(
      range(0, 359, 0.5).map((a) => [
        5 + 2 * Math.cos((a * Math.PI) / 180),
        3 + 2 * Math.sin((a * Math.PI) / 180),
      ]),
    );
    const borders = trace(pipe, 'borders', 0.1, all);
    expect(borders.map(({ closed }) => closed)).toEqual([true, true]);
    for (const { places } of borders)
      for (const { chainage, height } of places)
        expect(Math.abs(Math.hypot(chainage - 5, height - 3) - 2)).toBeLessThan(0.25);
  });

  it('sees only the points that are shown, and nothing where there are none', () => {
    expect(trace(house, 'borders', 0.2, () => false)).toEqual([]);
    expect(trace(new SectionPoints(), 'top', 0.2, all)).toEqual([]);
    const [low] = trace(house, 'top', 0.2, (i) => house.height[i]! < 1);
    expect(low!.places.every(({ height }) => height === 0)).toBe(true);
  });

  it('makes its cells coarser rather than exhausting the memory', () => {
    const long = section([[0, 0], [100_000, 5000], [50_000, 1]]); // prettier-ignore
    expect(trace(long, 'borders', 0.001, all)).toBeDefined();
  });
});
