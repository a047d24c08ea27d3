import { describe, expect, it } from 'vitest';
import { countWithin, nearestPoint } from './find-points.ts';
import { paintPoints } from './paint-points.ts';
import { fitted, toPixel } from './profile-window.ts';
import { SectionLine } from './section-line.ts';
import { SectionPoints } from './section-points.ts';

const LINE = new SectionLine([[1000, 500], [1100, 500]]); // prettier-ignore

/** Points at [chainage, height, class], on the line. */
function pointsAt(...places: readonly (readonly [number, number, number])[]): SectionPoints {
  const points = new SectionPoints();
  points.add(
    {
      x: places.map(([chainage]) => 1000 + chainage),
      y: places.map(() => 500),
      z: places.map(([, height]) => height),
      classes: places.map(([, , code]) => code),
    },
    (x, y) => LINE.beside(x, y),
  );
  return points;
}
const all = () => true;

describe('The points of a section', () => {
  it('keep what has arrived while they grow', () => {
    const points = pointsAt([10, 5, 2]);
    const many = Array.from({ length: 10_000 }, (_, i) => i / 100);
    points.add(
      { x: many.map((one) => 1000 + one), y: many.map(() => 501), z: many, classes: many.map(() => 6) },
      (x, y) => LINE.beside(x, y),
    );
    expect(points.count).toBe(10_001);
    expect([points.chainage[0], points.height[0], points.classes[0]]).toEqual([10, 5, 2]);
    expect(points.chainage[10_000]).toBeCloseTo(99.99, 9);
    expect(points.offset[10_000]).toBe(-1);
    expect(points.heightsWithout(new Set())).toEqual([0, 99.99]);
    // The first alone is not of class 6.
    expect(points.heightsWithout(new Set([6]))).toEqual([5, 5]);
    expect(points.heightsWithout(new Set([2, 6]))).toEqual([Infinity, -Infinity]);
  });

  it('are found under the pointer, the nearest first and only if shown', () => {
    const points = pointsAt([10, 5, 2], [11, 5, 6]);
    const window = fitted({ width: 600, height: 300 }, 100, 0, 10, 1);
    const [x, y] = toPixel(window, { chainage: 10.2, height: 5 });
    expect(nearestPoint(points, window, [x, y], 20, all)).toBe(0);
    expect(nearestPoint(points, window, [x, y], 20, (i) => points.classes[i] === 6)).toBe(1);
    expect(nearestPoint(points, window, [x, y + 21], 20, all)).toBeUndefined();
  });

  it('are counted inside a lasso by class, also a concave one', () => {
    const points = pointsAt([1, 1, 2], [5, 1, 2], [9, 1, 6], [5, 8, 6]);
    // A "U" around the first three that leaves out its middle above the bottom.
    const ring = [[0, 0], [10, 0], [10, 9], [7, 9], [7, 3], [3, 3], [3, 9], [0, 9]].map(
      ([chainage, height]) => ({ chainage: chainage!, height: height! }),
    ); // prettier-ignore
    expect(countWithin(points, ring, all)).toEqual({ count: 3, byClass: new Map([[2, 2], [6, 1]]) }); // prettier-ignore
    expect(countWithin(points, ring, (i) => points.classes[i] === 6).count).toBe(1);
  });

  it('are painted where the axes say, and nowhere outside the plot', () => {
    const points = pointsAt([50, 5, 2], [50, -500, 2], [50, 500, 2]);
    const window = fitted({ width: 600, height: 300 }, 100, 0, 10, 1);
    const raster = { width: 1200, height: 600, pixels: new Uint32Array(1200 * 600) };
    const painted = paintPoints(raster, points, window, () => 0x112233, { ratio: 2, size: 2 });
    expect(painted).toBe(1);
    const at = [...raster.pixels.entries()].filter(([, pixel]) => pixel !== 0);
    expect(at).toHaveLength(4);
    // ImageData is red, green, blue, alpha in memory.
    expect([...new Uint8Array(new Uint32Array([at[0]![1]]).buffer)]).toEqual([0x11, 0x22, 0x33, 0xff]);
    const [x, y] = toPixel(window, { chainage: 50, height: 5 });
    expect(Math.abs((at[0]![0] % 1200) - 2 * x)).toBeLessThanOrEqual(2);
    expect(Math.abs(Math.floor(at[0]![0] / 1200) - 2 * y)).toBeLessThanOrEqual(2);
  });

  it('are painted fast enough to follow the pointer: 200,000 in one frame', () => {
    const points = new SectionPoints();
    const many = Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 100_000);
    points.add(
      {
        x: many.map((one) => 1000 + one / 1000),
        y: many.map(() => 500),
        z: many.map((one) => one % 10),
        classes: many.map(() => 2),
      },
      (x, y) => LINE.beside(x, y),
    );
    const window = fitted({ width: 1200, height: 300 }, 100, 0, 10, undefined);
    const raster = { width: 1200, height: 300, pixels: new Uint32Array(1200 * 300) };
    const colour = () => 0xff0000;
    paintPoints(raster, points, window, colour, { ratio: 1, size: 2 });
    const start = process.cpuUsage();
    for (let i = 0; i < 10; i++) paintPoints(raster, points, window, colour, { ratio: 1, size: 2 });
    // A tenth of a second a frame would be seen; a machine under load takes several times the usual 5 ms.
    expect(process.cpuUsage(start).user / 1000 / 10).toBeLessThan(50);
  });
});
