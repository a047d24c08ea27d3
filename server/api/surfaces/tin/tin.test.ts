import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { contours, levelsOf } from './contours.ts';
import { surfaceXml } from './landxml.ts';
import { sectionOf } from './section.ts';
import { buildTin as build } from './tin.ts';
import { bytesOf, tinOf } from './tin-bytes.ts';
import { cornersOf, type Spot, type Tin } from './triangles.ts';
import { factsOf, volumesBetween, volumesToHeight } from './volumes.ts';

/** Of spots and lines one by one. */
const buildTin = (
  spots: readonly Spot[],
  {
    breaklines = [],
    borders = [],
    ...more
  }: {
    breaklines?: readonly (readonly Spot[])[];
    borders?: readonly (readonly Spot[])[];
    longest?: number;
  } = {},
) => {
  const all = [...spots];
  const ranges = (lines: readonly (readonly Spot[])[]) =>
    lines.map((line): [number, number] => [all.length, all.push(...line)]);
  const of = { breaklines: ranges(breaklines), borders: ranges(borders) };
  return build({ spots: Float64Array.from(all.flat()), ...of }, more);
};
const at = (spots: readonly Spot[], more?: Parameters<typeof buildTin>[1]): Tin => buildTin(spots, more)!.tin;
/** A square of `size` metres, with a height for each corner, east then north. */
const square = (size: number, heights: readonly [number, number, number, number]): Spot[] => [
  [0, 0, heights[0]],
  [size, 0, heights[1]],
  [size, size, heights[2]],
  [0, size, heights[3]],
];
/** A pyramid over the square, whose top is in the middle. */
const pyramid = (size: number, top: number, base = 0): Tin =>
  at([...square(size, [base, base, base, base]), [size / 2, size / 2, top]]);
/** A grid of spots whose height is a function of the place. */
const grid = (size: number, count: number, height: (x: number, y: number) => number): Spot[] =>
  Array.from({ length: count * count }, (_, i): Spot => {
    const [x, y] = [((i % count) * size) / (count - 1), (Math.floor(i / count) * size) / (count - 1)];
    return [x, y, height(x, y)];
  });

describe('a surface of triangles', () => {
  it('has the edges of breaklines, which Delaunay would not choose', () => {
    // A flat diamond: the short diagonal is Delaunay's.
    const diamond: Spot[] = [
      [0, 0, 0],
      [10, -2, 5],
      [20, 0, 0],
      [10, 2, 5],
    ];
    const has = (tin: Tin, a: number, b: number) =>
      Array.from({ length: tin.triangles.length / 3 }, (_, t) => [
        ...tin.triangles.slice(3 * t, 3 * t + 3),
      ]).some((corners) => corners.includes(a) && corners.includes(b));
    expect(has(at(diamond), 0, 2)).toBe(false);
    const broken = at(diamond, { breaklines: [[diamond[0]!, diamond[2]!]] });
    expect(has(broken, 0, 2)).toBe(true);
    expect(factsOf(broken).plan).toBeCloseTo(40, 9);
  });

  it('has them in the program that operators start, which resolves packages in another way than tests', () => {
    const module = JSON.stringify(new URL('./tin.ts', import.meta.url).href);
    const spots = '[0, 0, 0, 10, -2, 5, 20, 0, 0, 10, 2, 5, 0, 0, 0, 20, 0, 0]';
    const script = `import { buildTin } from ${module};
      const built = buildTin({ spots: Float64Array.from(${spots}), breaklines: [[4, 6]] });
      process.stdout.write(String(built.crossing));`;
    const run = ['--import', 'tsx', '--input-type=module', '-e', script];
    expect(execFileSync(process.execPath, run, { encoding: 'utf8' })).toBe('0');
  });

  it('breaks at vertices on a breakline, and says which edges cross', () => {
    const spots = [...square(10, [0, 0, 0, 0]), [5, 5, 3]] as Spot[];
    const through = buildTin(spots, { breaklines: [[spots[0]!, spots[2]!]] })!;
    expect(through.crossing).toBe(0);
    const four = square(10, [0, 0, 0, 0]);
    const crossed = buildTin(four, {
      breaklines: [
        [four[0]!, four[2]!],
        [four[1]!, four[3]!],
      ],
    })!;
    expect(crossed.crossing).toBe(1);
  });

  it('ends at its border, and where edges are too long', () => {
    const spots = grid(30, 4, () => 1);
    const border = [
      [0, 0, 1],
      [10, 0, 1],
      [10, 10, 1],
      [0, 10, 1],
      [0, 0, 1],
    ] as Spot[];
    expect(factsOf(at(spots, { borders: [border] })).plan).toBeCloseTo(100, 9);
    const apart = [
      ...grid(10, 2, () => 0),
      ...grid(10, 2, () => 0).map(([x, y, z]): Spot => [x + 100, y, z]),
    ];
    expect(factsOf(at(apart, { longest: 20 })).plan).toBeCloseTo(200, 9);
  });

  it('counts spots at one place with two heights, and is none on a line', () => {
    expect(buildTin([...square(1, [0, 0, 0, 0]), [0, 0, 5]])!.twice).toBe(1);
    expect(buildTin([[0, 0, 0], [1, 1, 0], [2, 2, 0]])).toBeUndefined(); // prettier-ignore
  });
});

describe('volumes of surfaces', () => {
  it('are those of a pyramid, above and below a height', () => {
    // A third of base times height: 100 × 6 / 3.
    expect(volumesToHeight(pyramid(10, 6), 0)).toEqual({
      cut: expect.closeTo(200, 9),
      fill: expect.closeTo(0, 9),
      area: expect.closeTo(100, 9),
    });
    // Cut in half of its height, an eighth is above; below is missing what a box of 3 m lacks of 7/8.
    const half = volumesToHeight(pyramid(10, 6), 3);
    expect(half.cut).toBeCloseTo(25, 9);
    expect(half.fill).toBeCloseTo(300 - 175, 9);
  });

  it('of a slope are two wedges', () => {
    // From −1 to 1 over 10 m: half of 5 × 1 / 2 × 10 on either side.
    const slope = at(square(10, [-1, 1, 1, -1]));
    const { cut, fill } = volumesToHeight(slope, 0);
    expect(cut).toBeCloseTo(25, 9);
    expect(fill).toBeCloseTo(25, 9);
    // 10 m and 2 m: √104 by 10.
    expect(factsOf(slope).slope).toBeCloseTo(10 * Math.sqrt(104), 9);
  });

  it('between two surfaces compare their common part, whatever their triangles', () => {
    const fine = at(grid(10, 8, (x, y) => 2 + 0.1 * x - 0.05 * y));
    const coarse = at(square(10, [0, 0, 0, 0]));
    // The plane is 2 + 0.5 − 0.25 in the middle.
    const between = volumesBetween(fine, coarse);
    expect(between.cut).toBeCloseTo(225, 8);
    expect(between.fill).toBeCloseTo(0, 9);
    expect(between.area).toBeCloseTo(100, 9);
    // The pyramid over a plane at 3 m is the same from both sides, with cut and fill exchanged.
    const plane = at(grid(10, 5, () => 3));
    const [up, down] = [volumesBetween(pyramid(10, 6), plane), volumesBetween(plane, pyramid(10, 6))];
    expect(up.cut).toBeCloseTo(25, 8);
    expect(up.fill).toBeCloseTo(125, 8);
    expect([down.cut, down.fill]).toEqual([expect.closeTo(125, 8), expect.closeTo(25, 8)]);
    // Half of the square is common.
    const beside = at(square(10, [1, 1, 1, 1]).map(([x, y, z]): Spot => [x + 5, y, z]));
    expect(volumesBetween(beside, coarse)).toMatchObject({ area: expect.closeTo(50, 9), cut: expect.closeTo(50, 9) }); // prettier-ignore
  });
});

it('spots of the outline that are nearly on a line give no triangle, and no volume is lost', () => {
  const bent: Spot[] = [[0, 0, 1], [5, -1e-12, 1], [10, 0, 1], [5, 5, 1]]; // prettier-ignore
  const { cut, area } = volumesBetween(at(bent), at(square(10, [0, 0, 0, 0])));
  expect([cut, area]).toEqual([expect.closeTo(25, 9), expect.closeTo(25, 9)]);
});

describe('contours', () => {
  it('of a cone are closed circles around its top', () => {
    const rings: Spot[] = [[0, 0, 10]];
    for (let i = 0; i < 90; i++) {
      const angle = (i * 4 * Math.PI) / 180;
      for (const radius of [5, 10])
        rings.push([radius * Math.cos(angle), radius * Math.sin(angle), 10 - radius]);
    }
    const lines = contours(at(rings), [2, 7]);
    expect(lines).toHaveLength(2);
    for (const { height, line } of lines) {
      expect(line[0]).toEqual(line.at(-1));
      // Chords between 90 spots miss a circle by 1 − cos 2°.
      for (const [x, y] of line) expect(Math.abs(Math.hypot(x, y) - (10 - height))).toBeLessThan(0.01);
    }
  });

  it('of a slope are straight lines from border to border', () => {
    const slope = at(grid(10, 6, (x) => x));
    expect(levelsOf(slope, 2.5)).toEqual([0, 2.5, 5, 7.5, 10]);
    const [line] = contours(slope, [2.5]);
    expect(line!.line.every(([x]) => Math.abs(x - 2.5) < 1e-9)).toBe(true);
    const north = line!.line.map(([, y]) => y);
    expect([Math.min(...north), Math.max(...north)]).toEqual([0, 10]);
    expect(levelsOf(slope, 0.001)).toBeUndefined();
  });
});

it('a section has the heights of the surface along a line', () => {
  const [section = []] = sectionOf(pyramid(10, 6), [
    [-5, 5],
    [15, 5],
  ]);
  expect(section[0]).toEqual({ along: 5, height: 0 });
  expect(section.at(-1)).toEqual({ along: 15, height: 0 });
  expect(Math.max(...section.map(({ height }) => height))).toBeCloseTo(6, 9);
  expect(section.find(({ along }) => Math.abs(along - 10) < 1e-9)!.height).toBeCloseTo(6, 9);
});

it('a section has a piece for each part of the line that is on the surface', () => {
  const apart = at([...square(10, [0, 0, 0, 0]), ...square(10, [4, 4, 4, 4]).map(([x, y, z]): Spot => [x + 100, y, z])], { longest: 20 }); // prettier-ignore
  const pieces = sectionOf(apart, [[-5, 5], [50, 5], [115, 5]]); // prettier-ignore
  const ends = pieces.map((piece) => [piece[0], piece.at(-1)]);
  expect(ends).toEqual([
    [{ along: expect.closeTo(5, 9), height: 0 }, { along: expect.closeTo(15, 9), height: 0 }],
    [{ along: expect.closeTo(105, 9), height: 4 }, { along: expect.closeTo(115, 9), height: 4 }],
  ]); // prettier-ignore
});

it('a surface is written as LandXML, north first', () => {
  const tin = at([
    [500_000, 4_650_000, 1],
    [500_010, 4_650_000, 2],
    [500_000, 4_650_010, 3],
  ]);
  const text = [...surfaceXml(tin, 'A & B', 'EPSG:32633')].join('');
  expect(text).toContain('<P id="2">4650000.0000 500010.0000 2.0000</P>');
  expect(text.match(/<F>/g)).toHaveLength([...cornersOf(tin)].length);
  expect(text).toContain('name="A &amp; B"');
});

it('a surface is read from its bytes as it was', () => {
  const tin = pyramid(10, 6);
  expect(tinOf(bytesOf(tin))).toEqual(tin);
});
