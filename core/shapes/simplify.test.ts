import { describe, expect, it } from 'vitest';
import type { PlanePosition } from './plane.ts';
import { simplified } from './simplify.ts';

describe('Simplifying a line', () => {
  it('keeps the ends and what is farther away than the tolerance', () => {
    const points: PlanePosition[] = [[0, 0], [10, 1], [20, 0], [30, 9], [40, 0]]; // prettier-ignore
    // From (0, 0) to (40, 0) only (30, 9) is off by more than 3; from there back, (20, 0) by 20 sin(atan(9/30)) = 5.7.
    expect(simplified(points, 3)).toEqual([0, 2, 3, 4]);
    expect(simplified(points, 10)).toEqual([0, 4]);
  });

  it('keeps every point within the tolerance of the line', () => {
    const points: PlanePosition[] = Array.from({ length: 5000 }, (_, i) => [i / 10, 40 * Math.sin(i / 200)]);
    const indexes = simplified(points, 2);
    expect(indexes.length).toBeLessThan(60);
    const line = indexes.map((i) => points[i]!);
    for (const [x, y] of points) {
      const next = line.findIndex(([end]) => end >= x);
      const [[ax, ay], [bx, by]] = next <= 0 ? [line[0]!, line[1]!] : [line[next - 1]!, line[next]!];
      const off = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
      expect(off).toBeLessThanOrEqual(2 + 1e-9);
    }
  });

  it('goes through a line that comes back to where it began', () => {
    expect(simplified([[0, 0], [50, 0], [50, 50], [0, 0]], 3)).toEqual([0, 1, 2, 3]); // prettier-ignore
  });

  it('understands a line of one point, and of none', () => {
    expect(simplified([[5, 5]], 3)).toEqual([0]);
    expect(simplified([], 3)).toEqual([]);
  });
});
