import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { direct, distance, inverse, learnCrs, loadCrs, lengthOf, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { partOf, type Axis } from './axis.ts';
import { calibrate, type Calibration, type Post } from './calibration.ts';
import { EllipsoidAxis } from './ellipsoid-axis.ts';
import { PlaneAxis } from './plane-axis.ts';

const UTM = 'EPSG:932732';
let state = 11;
/** A linear congruential generator (Numerical Recipes): repeatable. */
const random = (from = 0, to = 1) =>
  from + ((state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32) * (to - from);

beforeAll(async () => {
  learnCrs({ code: UTM, name: 'UTM 32N', proj4: '+proj=utm +zone=32 +ellps=WGS84 +no_defs', accuracy: 0 });
  await loadCrs(UTM);
});

/** A winding line: each edge turns by less than 40 degrees. */
function line(edges: number, start: Position, step: [number, number]): Position[] {
  const vertices: Position[] = [start];
  let azimuth = random(0, 360);
  for (let i = 0; i < edges; i++) {
    azimuth += random(-40, 40);
    vertices.push(direct(vertices[i]!, azimuth, random(...step)));
  }
  return vertices;
}

describe.each([
  ['on the ellipsoid', (vertices: readonly Position[]): Axis => new EllipsoidAxis(vertices)],
  ['in the plane', (vertices: readonly Position[]): Axis => new PlaneAxis(vertices, UTM)],
])('a line measured %s', (_name, axisOf) => {
  it('gives back the chainage and offset of any place beside it', () => {
    for (let n = 0; n < 150; n++) {
      const axis = axisOf(line(1 + Math.floor(random(0, 12)), [random(8, 10), random(40, 50)], [50, 400]));
      // Nearer than the turns let another edge be.
      const edge = Math.floor(random(0, axis.vertices.length - 1));
      const length = axis.starts[edge + 1]! - axis.starts[edge]!;
      const along = axis.starts[edge]! + random(0.3, 0.7) * length;
      const offset = random(-0.15, 0.15) * length;
      const foot = axis.footOf(axis.at(along, offset));
      if (Math.abs(foot.along - along) > length) continue; // The line has come back to itself.
      expect(foot.along).toBeCloseTo(along, 5);
      expect(foot.offset).toBeCloseTo(offset, 5);
      expect(foot.at).toBe('edge');
    }
  });

  it('continues beyond its ends along the first and last edge', () => {
    const axis = axisOf([
      [9, 45],
      [9.01, 45.004],
    ]);
    for (const along of [-250, axis.length + 250]) {
      const foot = axis.footOf(axis.at(along, -12));
      expect(foot).toMatchObject({ at: along < 0 ? 'before' : 'after', isAmbiguous: false });
      expect(foot.along).toBeCloseTo(along, 5);
      expect(foot.offset).toBeCloseTo(-12, 5);
    }
  });

  it('says where a place is outside of a bend, and where two parts are equally near', () => {
    const [a, b, c] = [
      [9, 45],
      [9.01, 45],
      [9.01, 45.01],
    ] as const;
    const bend = axisOf([[...a], [...b], [...c]]).footOf([9.0105, 44.9995]);
    expect(bend.at).toBe('bend');
    // South-east of a left turn: to the right.
    expect(bend.offset).toBeGreaterThan(60);
    const hairpin = axisOf([
      [9, 45],
      [9.01, 45],
      [9.01, 45.002],
      [9, 45.002],
    ]);
    const between = hairpin.at(300, 0);
    const twin = hairpin.footOf(between);
    expect(twin.isAmbiguous).toBe(false);
    const across = hairpin.footOf(between).along;
    expect(across).toBeCloseTo(300, 5);
  });

  it('has left at minus: a line to the north, a place to the west', () => {
    const axis = axisOf([
      [9, 45],
      [9, 45.01],
    ]);
    expect(axis.footOf([8.999, 45.005]).offset).toBeCloseTo(-distance([8.999, 45.005], [9, 45.005]), 1);
    expect(axis.footOf([9.001, 45.005]).offset).toBeGreaterThan(78);
  });

  it('cuts out the part between two chainages, with heights', () => {
    const axis = axisOf([
      [9, 45, 100],
      [9.001, 45, 110],
      [9.002, 45, 130],
    ]);
    const half = axis.starts[1]! / 2;
    const part = partOf(axis, half, axis.starts[1]! + half);
    expect(part.map(([, , height]) => Number(height!.toFixed(3)))).toEqual([105, 110, 120]);
    expect(axisOf(part).length).toBeCloseTo(axis.starts[1]!, 6);
    expect(partOf(axis, axis.starts[1]! + half, half)).toEqual([...part].reverse());
  });
});

describe('measured against others', () => {
  it('in the plane: the formula of a point and a line', () => {
    for (let n = 0; n < 200; n++) {
      const [x, y] = [random(300_000, 700_000), random(4_400_000, 5_400_000)];
      const [turn, length] = [random(0, 2 * Math.PI), random(10, 5000)];
      const [ux, uy] = [Math.sin(turn), Math.cos(turn)];
      const axis = new PlaneAxis(
        [unproject(UTM, [x, y]), unproject(UTM, [x + ux * length, y + uy * length])],
        UTM,
      );
      const [along, offset] = [random(0, length), random(-800, 800)];
      // To the right of a direction (east, north) is (north, -east).
      const foot = axis.footOf(unproject(UTM, [x + ux * along + uy * offset, y + uy * along - ux * offset]));
      expect(axis.length).toBeCloseTo(length, 5);
      expect(foot.along).toBeCloseTo(along, 5);
      expect(foot.offset).toBeCloseTo(offset, 5);
    }
  });

  it('on the ellipsoid: the least of all distances along the line', () => {
    for (let n = 0; n < 30; n++) {
      const [from, azimuth, length]: [Position, number, number] = [
        [random(-180, 180), random(-70, 70)],
        random(0, 360),
        random(1000, 400_000),
      ];
      const axis = new EllipsoidAxis([from, direct(from, azimuth, length)]);
      const place = direct(direct(from, azimuth, length / 2), random(0, 360), random(1, 100_000));
      const foot = axis.footOf(place);
      if (foot.at !== 'edge') continue;
      // Golden section search, which knows nothing of azimuths.
      let [low, high] = [0, length];
      const golden = (Math.sqrt(5) - 1) / 2;
      const far = (along: number) => distance(direct(from, azimuth, along), place);
      while (high - low > 1e-4) {
        const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
        if (far(a) < far(b)) high = b;
        else low = a;
      }
      expect(Math.abs(foot.offset)).toBeCloseTo(far((low + high) / 2), 5);
      // The distance is flat around its minimum: the square root of its resolution.
      expect(Math.abs(foot.along - (low + high) / 2)).toBeLessThan(0.1);
      // Perpendicular.
      const on = direct(from, azimuth, foot.along);
      const angle = inverse(on, place).azimuth - inverse(from, on).finalAzimuth;
      expect(Math.abs(Math.cos((angle * Math.PI) / 180))).toBeLessThan(1e-6);
    }
  });

  it('finds the nearest edge of a long line', () => {
    const vertices = line(400, [10, 44], [20, 60_000]);
    const axis = new EllipsoidAxis(vertices);
    for (let n = 0; n < 60; n++) {
      const on = vertices[Math.floor(random(0, vertices.length))]!;
      const place = direct(on, random(0, 360), random(1, 30_000));
      const foot = axis.footOf(place);
      for (const vertex of vertices)
        expect(Math.abs(foot.offset)).toBeLessThan(distance(vertex, place) + 1e-3);
    }
  });

  it.skipIf(!existsSync('/usr/bin/geod'))('lengths and places along a line: as geod of PROJ', () => {
    const vertices = line(60, [11, 45], [100, 20_000]);
    const axis = new EllipsoidAxis(vertices);
    const geod = (options: string[], input: string) =>
      execFileSync('/usr/bin/geod', ['+ellps=WGS84', '-f', '%.12f', '-F', '%.9f', ...options], { input })
        .toString()
        .trim()
        .split('\n')
        .map((row) => row.split(/\s+/).map(Number));
    const edges = vertices.slice(1).map(([x, y], i) => `${vertices[i]![1]} ${vertices[i]![0]} ${y} ${x}`);
    const lengths = geod(['-I'], edges.join('\n')).map((row) => row.at(-1)!);
    expect(axis.length).toBeCloseTo(
      lengths.reduce((sum, each) => sum + each),
      5,
    );
    for (let n = 0; n < 40; n++) {
      const edge = Math.floor(random(0, 60));
      const far = random(0, lengths[edge]);
      const azimuth = inverse(vertices[edge]!, vertices[edge + 1]!).azimuth;
      const [found] = geod([], `${vertices[edge]![1]} ${vertices[edge]![0]} ${azimuth} ${far}`);
      const [x, y] = axis.at(axis.starts[edge]! + far, 0);
      expect(distance([found![1]!, found![0]!], [x, y])).toBeLessThan(1e-4);
    }
  });

  it('has the length that the measures of the map have', () => {
    const vertices = line(20, [12, 42], [10, 900]);
    const whole = lengthOf(vertices);
    expect(new EllipsoidAxis(vertices).length).toBeCloseTo(whole, 6);
  });
});

describe('calibration', () => {
  const post = (along: number, chainage: number, line = 1): Post => ({ along, chainage, line });
  const good = (posts: Post[], start?: number) => {
    const made = calibrate(posts, start);
    if ('kind' in made) throw new Error(made.kind);
    return made satisfies Calibration;
  };

  it('is linear between posts, and goes on beyond them', () => {
    // 1000 m of line are 1010 m of chainage, then 1000 m are 990 m.
    const { toChainage, scale } = good([post(2000, 14_000), post(0, 12_000), post(1000, 13_010)]);
    expect([500, 1500, -100, 2100].map(toChainage)).toEqual([12_505, 13_505, 11_899, 14_099]);
    expect(scale[0]).toBeCloseTo(0.99, 12);
    expect(scale[1]).toBeCloseTo(1.01, 12);
  });

  it('gives back every place', () => {
    for (let n = 0; n < 50; n++) {
      const sign = n % 2 ? -1 : 1;
      let [along, chainage] = [random(-100, 100), random(0, 9000)];
      const posts = Array.from({ length: 2 + (n % 5) }, () =>
        post((along += random(10, 900)), (chainage += sign * random(10, 900))),
      );
      const { toChainage, toAlong, isReversed } = good(posts);
      expect(isReversed).toBe(sign < 0);
      for (let k = 0; k < 20; k++) {
        const at = random(-1000, 4000);
        expect(toAlong(toChainage(at))).toBeCloseTo(at, 7);
      }
    }
  });

  it('starts at the given chainage without posts, and runs from a single one', () => {
    expect(good([], 1500).toChainage(20)).toBe(1520);
    expect(good([post(100, 3000)]).toChainage(50)).toBe(2950);
  });

  it('names posts that contradict each other', () => {
    expect(calibrate([post(0, 0, 1), post(100, 100, 2), post(200, 90, 3), post(300, 300, 4)])).toMatchObject({
      kind: 'not-monotone',
      first: { line: 2 },
      second: { line: 3 },
    });
    expect(calibrate([post(0, 0, 1), post(0, 100, 2)])).toMatchObject({ kind: 'same-place' });
    expect(calibrate([post(0, 5, 1), post(10, 5, 2)])).toMatchObject({ kind: 'not-monotone' });
  });
});
