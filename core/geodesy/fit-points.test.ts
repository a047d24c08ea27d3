import { describe, expect, it } from 'vitest';
import type { ControlPoint, LocalTransform } from '#core/protocol';
import {
  about,
  fitPoints,
  placingOf,
  residualsOf,
  rotationOf,
  turnsOf,
  UNMOVED,
  type Fitted,
  type Triple,
} from './index.ts';

/** The same numbers in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(7);
const any = (from: number, to: number) => from + random() * (to - from);

const MICROMETRE = 1e-6;
/** Of a building or a scan, in metres. */
const places = (count: number, side = 300, height = 40): Triple[] =>
  Array.from({ length: count }, () => [any(0, side), any(0, side), any(0, height)] as const);

function pointsOf(transform: LocalTransform, locals: readonly Triple[]): ControlPoint[] {
  const placing = placingOf(transform);
  return locals.map((local, i) => ({
    name: `P${i + 1}`,
    local: [...local],
    map: placing.toMap(local),
    use: 'both',
  }));
}

function fitted(found: ReturnType<typeof fitPoints>): Fitted {
  if ('fault' in found) throw new Error(found.fault);
  return found;
}

/** The largest distance between where two transformations put a cube of 500 m. */
function apart(one: LocalTransform, other: LocalTransform): number {
  const [a, b] = [placingOf(one), placingOf(other)];
  const corners = [0, 500].flatMap((x) => [0, 500].flatMap((y) => [0, 500].map((z): Triple => [x, y, z])));
  return Math.max(
    ...corners.map((corner) => {
      const [p, q] = [a.toMap(corner), b.toMap(corner)];
      return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    }),
  );
}

const TO: Triple = [2_541_234.567, 5_012_345.678, 123.456];

describe('a local transformation', () => {
  it('turns counter-clockwise about the vertical: a point to the east comes to lie to the north', () => {
    const { toMap } = placingOf({ ...UNMOVED, turn: [90, 0, 0], to: [100, 200, 5] });
    expect(toMap([10, 0, 1])).toEqual([100, 210, 6]);
  });

  it('turns about its east axis: what is to the north comes to lie above', () => {
    expect(placingOf({ ...UNMOVED, turn: [0, 90, 0] }).toMap([0, 10, 0])).toEqual([0, 0, 10]);
  });

  it('comes back from the map to a micrometre', () => {
    for (let trial = 0; trial < 100; trial++) {
      const placing = placingOf({
        from: [any(-1e5, 1e5), any(-1e5, 1e5), any(-100, 100)],
        to: [...TO],
        turn: [any(-180, 180), any(-90, 90), any(-180, 180)],
        scale: [any(0.3, 3.3), any(0.3, 3.3), any(0.3, 3.3)],
      });
      const local: Triple = [any(-1e5, 1e5), any(-1e5, 1e5), any(-100, 100)];
      const back = placing.toLocal(placing.toMap(local));
      for (const axis of [0, 1, 2] as const)
        expect(Math.abs(back[axis] - local[axis])).toBeLessThan(5e-9 * 3);
    }
  });

  it('is the same about another place', () => {
    const one: LocalTransform = {
      from: [1, 2, 3],
      to: [...TO],
      turn: [33, 5, -7],
      scale: [1.001, 1.001, 1.001],
    };
    expect(apart(one, about(one, [250, 100, 20]))).toBeLessThan(MICROMETRE / 100);
  });

  it('is found again from its rotation, also looking straight up', () => {
    for (const turn of [
      [0, 0, 0],
      [10, 20, 30],
      [-170, -89, 179],
      [45, 90, 0],
      [1e-7, -1e-7, 1e-7],
    ] as const) {
      const [one, other] = [rotationOf(turn), rotationOf(turnsOf(rotationOf(turn)))];
      for (const row of [0, 1, 2] as const)
        for (const column of [0, 1, 2] as const) expect(other[row][column]).toBeCloseTo(one[row][column], 14);
    }
  });

  it('knows when it moves nothing', () => {
    expect(placingOf(UNMOVED).isUnmoved).toBe(true);
    expect(placingOf({ ...UNMOVED, from: [5, 5, 5], to: [5, 5, 5] }).isUnmoved).toBe(true);
    expect(placingOf({ ...UNMOVED, to: [0, 0, 0.001] }).isUnmoved).toBe(false);
    expect(placingOf({ ...UNMOVED, turn: [0.001, 0, 0] }).isShift).toBe(false);
  });
});

describe('control points without errors', () => {
  it.each([
    ['shift', 'kept'],
    ['helmert', 'kept'],
    ['helmert', 'fitted'],
    ['similarity', 'kept'],
    ['similarity', 'fitted'],
  ] as const)('are met to a micrometre by a fit of the kind %s with the scale %s', (kind, scale) => {
    for (let trial = 0; trial < 40; trial++) {
      const factor = scale === 'fitted' ? any(0.3, 3.3) : 1;
      const angle = trial % 2 === 0 ? any(-180, 180) : any(-1e-4, 1e-4);
      const tilt = kind === 'similarity' ? ([any(-80, 80), any(-180, 180)] as const) : ([0, 0] as const);
      const transform: LocalTransform = {
        from: [0, 0, 0],
        to: [...TO],
        turn: kind === 'shift' ? [0, 0, 0] : [angle, ...tilt],
        scale: [factor, factor, kind === 'similarity' ? factor : 1],
      };
      const found = fitted(fitPoints({ kind, scale }, pointsOf(transform, places(3 + (trial % 20)))));
      // Eastings of 2,500 km have steps of 0.5 nm.
      expect(apart(found.transform, transform)).toBeLessThan(MICROMETRE);
      expect(found.plan!.max).toBeLessThan(1e-8);
      expect(found.height!.max).toBeLessThan(1e-8);
    }
  });

  it('are met where they are in absolute coordinates on both sides, and in feet', () => {
    const transform: LocalTransform = {
      from: [500_000, 4_500_000, 10],
      to: [1_500_123.25, 4_500_321.5, 57.25],
      turn: [-1.25, 0, 0],
      scale: [0.3048, 0.3048, 0.3048],
    };
    const locals = places(6, 2000).map(([x, y, z]): Triple => [500_000 + x, 4_500_000 + y, z]);
    const base = { ...UNMOVED, scale: [0.3048, 0.3048, 0.3048] as [number, number, number] };
    const found = fitted(fitPoints({ kind: 'helmert', scale: 'kept' }, pointsOf(transform, locals), base));
    expect(found.plan!.max).toBeLessThan(5e-9);
    expect(found.height!.max).toBeLessThan(5e-9);
    expect(found.transform.turn[0]).toBeCloseTo(-1.25, 9);
    expect(found.transform.scale).toEqual([0.3048, 0.3048, 0.3048]);
  });
});

describe('control points with errors', () => {
  it('of a shift are met by the mean: residuals and root mean square of a closed form', () => {
    // Differences in east: 10.00, 10.02, 10.04; in north 20 each; in height 5.1 and 4.9.
    const points: ControlPoint[] = [
      { name: 'a', local: [0, 0, 0], map: [10, 20, 5.1], use: 'both' },
      { name: 'b', local: [100, 0, 0], map: [110.02, 20, 4.9], use: 'both' },
      { name: 'c', local: [0, 100, 0], map: [10.04, 120, 99], use: 'plan' },
    ];
    const { transform, residuals, plan, height } = fitted(
      fitPoints({ kind: 'shift', scale: 'kept' }, points),
    );
    const moved = placingOf(transform).toMap([0, 0, 0]);
    expect(moved[0]).toBeCloseTo(10.02, 12);
    expect(moved[2]).toBeCloseTo(5, 12);
    expect(residuals.map(({ east }) => Math.round(east * 1e6))).toEqual([-20_000, 0, 20_000]);
    expect(plan!.rms).toBeCloseTo(Math.sqrt((2 * 0.02 ** 2) / 3), 12);
    expect(plan!.max).toBeCloseTo(0.02, 12);
    expect(height).toEqual({
      rms: expect.closeTo(0.1, 12) as number,
      max: expect.closeTo(0.1, 12) as number,
    });
  });

  it('of a helmert transformation are met as in the closed form of four parameters', () => {
    // E = c + a·x − b·y, N = d + b·x + a·y over the corners of a square of 2 about 0:
    // a = Σ(x·E + y·N) / Σ(x² + y²), b = Σ(x·N − y·E) / Σ(x² + y²), with Σ = 8.
    const corners = [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ] as const;
    const maps = [
      [0.9, 2.1],
      [-2.1, 1],
      [-1, -2],
      [2, -1.1],
    ] as const;
    const points = corners.map(([x, y], i): ControlPoint => ({
      name: `${i}`,
      local: [x, y, 0],
      map: [...maps[i]!, 0],
      use: 'both',
    }));
    const sum = (of: (i: number) => number) => [0, 1, 2, 3].reduce((all, i) => all + of(i), 0);
    const a = sum((i) => corners[i]![0] * maps[i]![0] + corners[i]![1] * maps[i]![1]) / 8;
    const b = sum((i) => corners[i]![0] * maps[i]![1] - corners[i]![1] * maps[i]![0]) / 8;
    const { transform } = fitted(fitPoints({ kind: 'helmert', scale: 'fitted' }, points));
    expect(transform.scale[0]).toBeCloseTo(Math.hypot(a, b), 12);
    expect(transform.turn[0]).toBeCloseTo((Math.atan2(b, a) * 180) / Math.PI, 12);
    expect(transform.scale[2]).toBe(1);
  });

  it('leave the least sum of squares: no small change of a parameter makes it less', () => {
    for (let trial = 0; trial < 10; trial++) {
      const truth: LocalTransform = {
        from: [0, 0, 0],
        to: [...TO],
        turn: [any(-180, 180), any(-40, 40), any(-40, 40)],
        scale: [1.2, 1.2, 1.2],
      };
      const points = pointsOf(truth, places(8)).map((point) => ({
        ...point,
        map: point.map.map((value) => value + any(-0.05, 0.05)) as [number, number, number],
      }));
      const { transform } = fitted(fitPoints({ kind: 'similarity', scale: 'fitted' }, points));
      const squares = (one: LocalTransform) =>
        residualsOf(one, points).reduce((sum, { plan, up }) => sum + plan * plan + up * up, 0);
      const least = squares(transform);
      for (const sign of [-1, 1])
        for (const axis of [0, 1, 2]) {
          const turn = transform.turn.map((value, i) => (i === axis ? value + sign * 1e-3 : value)) as [
            number,
            number,
            number,
          ];
          const to = transform.to.map((value, i) => (i === axis ? value + sign * 1e-3 : value)) as [
            number,
            number,
            number,
          ];
          const scale = transform.scale.map((value) => value * (1 + sign * 1e-5)) as [number, number, number];
          for (const changed of [{ turn }, { to }, { scale }])
            expect(squares({ ...transform, ...changed })).toBeGreaterThan(least);
        }
    }
  });
});

describe('a fit warns', () => {
  const turned: LocalTransform = { from: [0, 0, 0], to: [...TO], turn: [20, 0, 0], scale: [1, 1, 1] };

  it('of points that prove nothing, because there are just enough of them', () => {
    const kinds = fitted(fitPoints({ kind: 'helmert', scale: 'kept' }, pointsOf(turned, places(2)))).warnings;
    expect(kinds.map(({ kind }) => kind)).toEqual(['unchecked-plan']);
  });

  it('of the one point that is wrong, by its name and how far', () => {
    const points = pointsOf(turned, places(7));
    points[4]!.map[0] += 1.5;
    const { warnings } = fitted(fitPoints({ kind: 'helmert', scale: 'kept' }, points));
    expect(warnings).toEqual([{ kind: 'blunder', name: 'P5', distance: expect.closeTo(1.5, 6) as number }]);
  });

  it('of none among points that are all a little off', () => {
    for (let trial = 0; trial < 20; trial++) {
      const points = pointsOf(turned, places(12)).map((point) => ({
        ...point,
        map: point.map.map((value) => value + any(-0.02, 0.02)) as [number, number, number],
      }));
      expect(fitted(fitPoints({ kind: 'helmert', scale: 'kept' }, points)).warnings).toEqual([]);
    }
  });

  it('of a scale that nobody would expect', () => {
    const points = pointsOf({ ...turned, scale: [1.01, 1.01, 1] }, places(5));
    const { warnings } = fitted(fitPoints({ kind: 'helmert', scale: 'fitted' }, points));
    expect(warnings).toEqual([{ kind: 'scale', factor: expect.closeTo(1.01, 9) as number }]);
  });

  it('of points that are nearly on a line, when all axes are turned', () => {
    const line = Array.from({ length: 6 }, (_, i): Triple => [i * 50, i % 2, 0]);
    const { warnings } = fitted(fitPoints({ kind: 'similarity', scale: 'kept' }, pointsOf(turned, line)));
    expect(warnings.map(({ kind }) => kind)).toContain('nearly-collinear');
  });
});

describe('points that cannot be fitted', () => {
  const point = (name: string, local: Triple): ControlPoint => ({
    name,
    local: [...local],
    map: [...local],
    use: 'both',
  });

  it('are too few, and it is said how many it takes', () => {
    expect(fitPoints({ kind: 'helmert', scale: 'kept' }, [point('a', [0, 0, 0])])).toEqual({
      fault: 'too-few',
      plan: 2,
      height: 1,
    });
    expect(
      fitPoints({ kind: 'similarity', scale: 'kept' }, [point('a', [0, 0, 0]), point('b', [1, 0, 0])]),
    ).toEqual({
      fault: 'too-few',
      plan: 3,
      height: 3,
    });
    const inPlan = [point('a', [0, 0, 0]), point('b', [1, 0, 0])].map((one) => ({
      ...one,
      use: 'plan' as const,
    }));
    expect(fitPoints({ kind: 'helmert', scale: 'kept' }, inPlan)).toEqual({
      fault: 'too-few',
      plan: 2,
      height: 1,
    });
  });

  it('lie at one place in plan, or on a line where all axes are to be turned', () => {
    const above = [point('a', [5e5, 5e6, 0]), point('b', [5e5, 5e6, 9])];
    expect(fitPoints({ kind: 'helmert', scale: 'kept' }, above)).toEqual({ fault: 'same-place' });
    const line = [0, 1, 2, 3].map((i) => point(`${i}`, [5e5 + i, 5e6 + 2 * i, 3 * i]));
    expect(fitPoints({ kind: 'similarity', scale: 'kept' }, line)).toEqual({ fault: 'collinear' });
  });
});
