import { describe, expect, it } from 'vitest';
import type { FieldBookResult } from '#core/protocol';
import { drawArrows, fitBook } from './fit-book.ts';

/** A square of 100 m in coordinates of its own. */
const CORNERS = { A: [1000, 1000], B: [1100, 1000], C: [1100, 1100], D: [1000, 1100] } as const;
const [EAST, NORTH] = [500_000, 4_650_000];
const point = (
  name: string,
  [east, north]: readonly [number, number],
): FieldBookResult['points'][number] => ({
  name,
  east,
  north,
  height: 10,
  how: 'radiation',
  code: null,
  station: false,
  ellipse: { major: 0.02, minor: 0.01, azimuth: 30 },
  sigmaHeight: null,
});
const book = (): FieldBookResult =>
  ({
    points: [...Object.entries(CORNERS).map(([name, at]) => point(name, at)), point('P', [1050, 1050])],
    stations: [{ orientation: 350 }],
    problems: [],
    problemCount: 0,
  }) as unknown as FieldBookResult;
/** Turned clockwise by `turn` about A and scaled, then moved. */
const target = (name: keyof typeof CORNERS, turn: number, scale: number, off = [0, 0]) => {
  const [x, y] = [CORNERS[name][0] - 1000, CORNERS[name][1] - 1000];
  const angle = (turn * Math.PI) / 180;
  return {
    name,
    east: EAST + scale * (x * Math.cos(angle) + y * Math.sin(angle)) + off[0]!,
    north: NORTH + scale * (y * Math.cos(angle) - x * Math.sin(angle)) + off[1]!,
    isUsed: true,
  };
};

describe('a book fitted to control points', () => {
  it('is moved, turned and scaled, with its ellipses and orientations', () => {
    const result = book();
    const targets = (['A', 'B', 'C'] as const).map((name) => target(name, 20, 1.0002));
    expect(fitBook(result, { method: 'helmert', targets })).toBe(true);
    const { fit, points, stations } = result;
    expect(fit!.turn).toBeCloseTo(20, 9);
    expect(fit!.scale[0]).toBeCloseTo(1.0002, 9);
    expect(fit!.sigma).toBeCloseTo(0, 6);
    const d = target('D', 20, 1.0002);
    expect([points[3]!.east, points[3]!.north]).toEqual([
      expect.closeTo(d.east, 6),
      expect.closeTo(d.north, 6),
    ]);
    expect(points[3]!.height).toBe(10);
    expect(points[4]!.ellipse).toEqual({ major: expect.closeTo(0.020004, 6), minor: expect.closeTo(0.010002, 6), azimuth: expect.closeTo(50, 4) }); // prettier-ignore
    expect(stations[0]!.orientation).toBeCloseTo(10, 9);
  });

  it('says what is left, with the standard deviations of the adjustment by hand', () => {
    const result = book();
    // C is 40 mm too far east. Of four corners of a square, a Helmert fit takes half of each component.
    const names = ['A', 'B', 'C', 'D'] as const;
    const targets = names.map((name) => target(name, 0, 1, name === 'C' ? [0.04, 0] : [0, 0]));
    fitBook(result, { method: 'helmert', targets });
    const { fit, points } = result;
    // Mean (10, 0) mm; corners at (±50, ±50) from the middle, spread 20,000 m²; C weighs 50 × 30 − (−50 + 50 − 50) × 10 = 2,000.
    // So a = 1 + 2000e-3 / 20000 and b the same: at C 10 + 5 + 5 = 20 mm east and 5 − 5 = 0 north are taken.
    const c = fit!.points.find(({ name }) => name === 'C')!;
    expect([c.east, c.north]).toEqual([expect.closeTo(0.02, 9), expect.closeTo(0, 9)]);
    const squares = fit!.points.reduce((sum, { east, north }) => sum + east ** 2 + north ** 2, 0);
    // 8 coordinates, 4 unknowns.
    expect(fit!.sigma).toBeCloseTo(Math.sqrt(squares / 4), 12);
    expect(fit!.sigmaScale).toBeCloseTo(fit!.sigma! / Math.sqrt(20_000), 12);
    // In the middle, the fit adds a quarter of the variance.
    expect(points[4]!.ellipse!.major).toBeCloseTo(Math.hypot(0.02, fit!.sigma! / 2), 4);
    drawArrows(fit!, points, (east, north) => [east, north]);
    // The largest is 20 mm, a tenth of 141 m is 14 m: 100 times and not 1,000.
    expect(fit!.enlarged).toBe(100);
    const [from, to] = fit!.points[2]!.arrow!;
    expect(to[0] - from[0]).toBeCloseTo(2, 6);
  });

  it('does not count what is left out, and names what is missing', () => {
    const result = book();
    const targets = [
      target('A', 5, 1),
      target('B', 5, 1),
      { ...target('C', 5, 1, [3, 0]), isUsed: false },
      { name: 'X', east: 0, north: 0, isUsed: true },
    ];
    fitBook(result, { method: 'rigid', targets });
    expect(result.fit!.points[2]).toMatchObject({ isUsed: false, east: expect.closeTo(3, 6) });
    expect(result.problems).toEqual([{ kind: 'fit-missing', values: { names: 'X', count: 1 } }]);
  });

  it('stays where it is with too few', () => {
    const result = book();
    expect(fitBook(result, { method: 'affine', targets: [target('A', 0, 1), target('B', 0, 1)] })).toBe(
      false,
    );
    expect(result.points[0]!.east).toBe(1000);
    expect(result.problems).toEqual([{ kind: 'fit-few', values: { count: 2, needed: 3 } }]);
  });
});
