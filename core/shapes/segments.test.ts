import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestOnEdge, type PlanePosition } from './plane.ts';
import { SegmentIndex } from './segments.ts';

type TestPosition = [number, number];

/** Runs of up to 60 vertices: some wander, some go straight, some repeat a vertex or turn back. */
const run = fc
  .array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })), {
    minLength: 1,
    maxLength: 60,
  })
  .chain((steps) =>
    fc.tuple(
      fc.constant(steps),
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: 0, max: 4 }),
    ),
  )
  .map(([steps, start, drift]) => {
    const places: TestPosition[] = [start];
    for (const [x, y] of steps) {
      const [lastX, lastY] = places.at(-1)!;
      places.push([lastX + x + drift, lastY + y]);
    }
    return places;
  });
const runs = fc.array(run, { minLength: 1, maxLength: 4 });

function edgesOf(
  all: readonly TestPosition[][],
): { run: number; segment: number; a: TestPosition; b: TestPosition }[] {
  return all.flatMap((places, r) =>
    places.slice(1).map((b, segment) => ({ run: r, segment, a: places[segment]!, b })),
  );
}

const least = (one: number, other: number): number => Math.min(one, other);
const most = (one: number, other: number): number => Math.max(one, other);

describe('The index of segments', () => {
  it('finds those whose frame meets the given one, and no others', () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: -20, max: 40 }), fc.integer({ min: -20, max: 40 }), (all, x, y) => {
        const found: string[] = [];
        new SegmentIndex(all).each([x, y, x + 5, y + 5], (r, segment) => found.push(`${r} ${segment}`));
        const meant = edgesOf(all).filter(
          ({ a, b }) =>
            least(a[0], b[0]) <= x + 5 &&
            most(a[0], b[0]) >= x &&
            least(a[1], b[1]) <= y + 5 &&
            most(a[1], b[1]) >= y,
        );
        expect(found.sort()).toEqual(meant.map(({ run: r, segment }) => `${r} ${segment}`).sort());
      }),
    );
  });

  it('tests each pair of nearby segments once, the earlier first', () => {
    const margin = 0.5;
    fc.assert(
      fc.property(runs, (all) => {
        const visited: string[] = [];
        new SegmentIndex(all).some(margin, (...pair) => visited.push(pair.join(' ')) < 0);
        expect(new Set(visited).size).toBe(visited.length);
        const edges = edgesOf(all);
        edges.forEach((one, i) => {
          for (const other of edges.slice(i + 1)) {
            // A vertex between the two is that of both: only what else is near has to be asked about.
            const joined = one.run === other.run && other.segment === one.segment + 1;
            const near = joined
              ? least(away(one.a, other.a, other.b), away(other.b, one.a, one.b)) <= margin
              : distance(one, other) <= margin;
            if (near) expect(visited).toContain([one.run, one.segment, other.run, other.segment].join(' '));
          }
        });
      }),
    );
  });

  it('stops at the first match', () => {
    let visited = 0;
    const cross = [[[0, 0], [4, 4]], [[0, 4], [4, 0]], [[0, 2], [4, 2]]] as TestPosition[][]; // prettier-ignore
    expect(new SegmentIndex(cross).some(0, () => ++visited > 0)).toBe(true);
    expect(visited).toBe(1);
  });

  it('finds the nearest segment to each place of a path', () => {
    fc.assert(
      fc.property(runs, run, (all, path) => {
        const edges = edgesOf(all);
        let count = 0;
        new SegmentIndex(all).nearestAlong(path, (i, [a, b], share) => {
          expect(i).toBe(count++);
          const [x, y] = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
          const nearest = Math.min(...edges.map((edge) => away(path[i]!, edge.a, edge.b)));
          expect(Math.hypot(x - path[i]![0], y - path[i]![1])).toBeCloseTo(nearest, 9);
        });
        expect(count).toBe(path.length);
      }),
    );
  });
});

const away = (place: PlanePosition, a: PlanePosition, b: PlanePosition): number =>
  nearestOnEdge(place, a, b).distance;

/** 0 where two edges cross. */
function distance(
  one: { a: TestPosition; b: TestPosition },
  other: { a: TestPosition; b: TestPosition },
): number {
  const side = (a: TestPosition, b: TestPosition, p: TestPosition): number => Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])); // prettier-ignore
  const { a, b } = one;
  const { a: c, b: d } = other;
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(away(a, c, d), away(b, c, d), away(c, a, b), away(d, a, b));
}
