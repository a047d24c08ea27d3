import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import {
  crossesItself,
  nearestOnLine,
  planeArea,
  splitLine,
  splitLineAt,
  splitPolygon,
  type Rings,
  type Split,
} from './index.ts';

/** A square of `side` with its lower left corner at the place, anticlockwise. */
function square(x: number, y: number, side: number, height?: (corner: number) => number): Position[] {
  const corners = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
  return corners.map(([a, b], i) => (height ? [a!, b!, height(i % 4)] : [a!, b!]));
}

const polygon = (...coordinates: Rings) => ({ type: 'Polygon' as const, coordinates });
const line = (...coordinates: Position[]) => ({ type: 'LineString' as const, coordinates });

function partsOf<Part>(split: Split<Part>): Part[] {
  if ('refused' in split) throw new Error(`It was not divided: ${split.refused.reason}`);
  return split.parts;
}
const reasonOf = (split: Split<unknown>) => ('refused' in split ? split.refused.reason : 'divided');
const areas = (split: Split<{ coordinates: Rings }>) =>
  partsOf(split).map(({ coordinates }) => Number(planeArea(coordinates).toFixed(9)));

describe('a polygon divided by a line', () => {
  const ten = polygon(square(0, 0, 10));
  const cut = (...positions: Position[]) => splitPolygon(ten, [positions]);

  it('becomes the areas on both sides, the larger one first', () => {
    expect(areas(cut([3, -1], [3, 11]))).toEqual([70, 30]);
  });

  it('has its new vertices in both parts', () => {
    const parts = partsOf(cut([3, -1], [3, 11]));
    for (const { coordinates } of parts) {
      expect(coordinates[0]).toContainEqual([3, 0]);
      expect(coordinates[0]).toContainEqual([3, 10]);
    }
  });

  it('is divided by a line that ends on its outline, through a corner, or along an edge and then across', () => {
    expect(areas(cut([3, 0], [3, 10]))).toEqual([70, 30]);
    expect(areas(cut([0, 0], [10, 10]))).toEqual([50, 50]);
    expect(areas(cut([-1, 0], [3, 0], [3, 10]))).toEqual([70, 30]);
  });

  it('is divided by a line whose ends were snapped to edges that no double lies on exactly', () => {
    const slanted = polygon([
      [0, 0],
      [1, 0.3],
      [1.1, 1.7],
      [0.1, 1.1],
      [0, 0],
    ]);
    // A third of the lower edge and 0.7 of the upper one: rounded, neither is on its edge.
    const from: Position = [1 / 3, 0.1];
    const to: Position = [1.1 - 0.7, 1.7 - 0.7 * 0.6];
    const parts = partsOf(splitPolygon(slanted, [[from, to]]));
    expect(parts).toHaveLength(2);
    const sum = parts.reduce((all, part) => all + planeArea(part.coordinates), 0);
    expect(sum).toBeCloseTo(planeArea(slanted.coordinates), 14);
  });

  it('is divided by a line that comes within 0.1 mm of its edge', () => {
    expect(areas(cut([3, 0.5e-9], [3, 11]))).toEqual([70, 30]);
    expect(reasonOf(cut([3, 1e-7], [3, 11]))).toBe('ends-inside');
  });

  it('says why it is not divided', () => {
    expect(reasonOf(cut([20, 0], [30, 0]))).toBe('misses');
    expect(reasonOf(cut([3, -1], [3, 5]))).toBe('ends-inside');
    expect(reasonOf(cut([2, 2], [8, 8]))).toBe('ends-inside');
    expect(reasonOf(cut([-1, 1], [1, -1]))).toBe('touches');
    expect(reasonOf(cut([-1, 1], [0, 0], [1, -1]))).toBe('touches');
    expect(reasonOf(cut([-1, 0], [11, 0]))).toBe('touches');
  });

  it('is refused with the place where its outline crosses itself', () => {
    const bow = polygon([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
      [0, 0],
    ]);
    expect(
      splitPolygon(bow, [
        [
          [-1, 1],
          [5, 1],
        ],
      ]),
    ).toEqual({
      refused: { reason: 'crosses-itself', at: [2, 2] },
    });
    expect(crossesItself(ten.coordinates)).toBeUndefined();
  });

  it('keeps the sense in which it runs', () => {
    const clockwise = polygon([...square(0, 0, 10)].reverse());
    const [first] = partsOf(
      splitPolygon(clockwise, [
        [
          [3, -1],
          [3, 11],
        ],
      ]),
    );
    const [a, b, c] = first!.coordinates[0]!;
    const turn = (b![0] - a![0]) * (c![1] - b![1]) - (b![1] - a![1]) * (c![0] - b![0]);
    expect(turn).toBeLessThan(0);
  });

  it('gets no vertex where a cut only dangles', () => {
    const parts = partsOf(
      splitPolygon(ten, [
        [
          [3, -1],
          [3, 11],
        ],
        [
          [11, 5],
          [8, 5],
        ],
      ]),
    );
    expect(parts.flatMap(({ coordinates }) => coordinates.flat())).not.toContainEqual([10, 5]);
  });

  it('is divided by a line that crosses itself, or closes inside', () => {
    // In at the bottom, round a square of side 2 in the middle, out at the top: the square is a part of its own.
    const loop: Position[] = [
      [5, -1],
      [5, 4],
      [7, 4],
      [7, 6],
      [5, 6],
      [5, 4],
      [5, 11],
    ];
    expect(areas(cut(...loop))).toEqual([50, 46, 4]);
    expect(areas(cut([4, 4], [6, 4], [6, 6], [4, 6], [4, 4]))).toEqual([96, 4]);
    // 100 less the diamond of diagonals 2 and 2.
    expect(areas(cut([4, 5], [5, 4], [6, 5], [5, 6], [4, 5]))).toEqual([98, 2]);
  });

  it('ignores a line that goes the same way back', () => {
    expect(areas(cut([3, -1], [3, 11], [3, -1]))).toEqual([70, 30]);
    expect(reasonOf(cut([3, -1], [3, 5], [3, -1]))).toBe('ends-inside');
  });
});

describe('a polygon with holes', () => {
  const hole = square(4, 4, 2);
  const ring = polygon(square(0, 0, 10), [...hole].reverse());

  it('keeps them on their side, or opens those that are cut', () => {
    const adjacent = partsOf(
      splitPolygon(ring, [
        [
          [2, -1],
          [2, 11],
        ],
      ]),
    );
    expect(adjacent.map(({ coordinates }) => coordinates.length)).toEqual([2, 1]);
    expect(adjacent.map(({ coordinates }) => planeArea(coordinates))).toEqual([76, 20]);
    const through = partsOf(
      splitPolygon(ring, [
        [
          [5, -1],
          [5, 11],
        ],
      ]),
    );
    expect(through.map(({ coordinates }) => coordinates.length)).toEqual([1, 1]);
    expect(through.map(({ coordinates }) => planeArea(coordinates))).toEqual([48, 48]);
  });

  it('is not divided by a line from its edge into a hole', () => {
    expect(
      reasonOf(
        splitPolygon(ring, [
          [
            [5, -1],
            [5, 5],
          ],
        ]),
      ),
    ).toBe('ends-inside');
  });

  it('is divided by two lines that meet the same hole', () => {
    const cuts: Position[][] = [
      [
        [5, -1],
        [5, 5],
      ],
      [
        [-1, 5],
        [5, 5],
      ],
    ];
    // The corner part: 5 x 5 less the quarter of the hole.
    expect(areas(splitPolygon(ring, cuts))).toEqual([72, 24]);
  });

  it('is divided into the ring around a closed cut and what the cut encloses, hole and all', () => {
    const [around, within] = partsOf(splitPolygon(ring, [square(3, 3, 4)]));
    expect([planeArea(around!.coordinates), planeArea(within!.coordinates)]).toEqual([84, 12]);
    expect([around!.coordinates.length, within!.coordinates.length]).toEqual([2, 2]);
  });
});

describe('several polygons in one', () => {
  const two = { type: 'MultiPolygon' as const, coordinates: [[square(0, 0, 10)], [square(20, 0, 10)]] };

  it('give the divided parts and those the line leaves alone', () => {
    expect(
      areas(
        splitPolygon(two, [
          [
            [5, -1],
            [5, 11],
          ],
        ]),
      ),
    ).toEqual([50, 50, 100]);
    expect(
      areas(
        splitPolygon(two, [
          [
            [-1, 5],
            [31, 5],
          ],
        ]),
      ),
    ).toEqual([50, 50, 50, 50]);
  });

  it('are not divided by a line between them', () => {
    expect(
      reasonOf(
        splitPolygon(two, [
          [
            [15, -1],
            [15, 11],
          ],
        ]),
      ),
    ).toBe('misses');
  });
});

describe('heights', () => {
  it('of a cut are those of the edges it meets, and go evenly along it', () => {
    // Corner heights 0, 10, 30, 20: the lower edge rises 0 to 10, the upper one falls 30 to 20 going west.
    const roof = polygon(square(0, 0, 10, (corner) => [0, 10, 30, 20][corner]!));
    const parts = partsOf(
      splitPolygon(roof, [
        [
          [4, -1, 999],
          [4, 5, 999],
          [4, 11, 999],
        ],
      ]),
    );
    for (const { coordinates } of parts) {
      // 0 + 10 * 0.4; 20 + 10 * 0.4; halfway between the two.
      expect(coordinates[0]).toContainEqual([4, 0, 4]);
      expect(coordinates[0]).toContainEqual([4, 10, 24]);
      expect(coordinates[0]!.find(([, y]) => y === 5)![2]).toBeCloseTo(14, 9);
    }
  });

  it('are not made up where the polygon has none', () => {
    const parts = partsOf(
      splitPolygon(polygon(square(0, 0, 10)), [
        [
          [4, -1, 7],
          [4, 11, 7],
        ],
      ]),
    );
    expect(parts.flatMap(({ coordinates }) => coordinates.flat()).every((each) => each.length === 2)).toBe(
      true,
    );
  });

  it('of a loop drawn inside are its own, or the mean of the outline', () => {
    const flat = polygon(square(0, 0, 10, () => 50));
    const [, own] = partsOf(splitPolygon(flat, [square(4, 4, 2, () => 70)]));
    expect(own!.coordinates[0]!.map(([, , z]) => z)).toEqual([70, 70, 70, 70, 70]);
    const [, mean] = partsOf(splitPolygon(flat, [square(4, 4, 2)]));
    expect(mean!.coordinates[0]!.map(([, , z]) => z)).toEqual([50, 50, 50, 50, 50]);
  });
});

describe('a line divided at a point', () => {
  const slope = line([0, 0, 100], [0.001, 0, 200], [0.002, 0, 100]);

  it('has the nearest place of it as new end of both parts, with the height of the line there', () => {
    // 1e-6 degrees off is 0.11 m; a quarter of the first segment is a quarter of its rise.
    const [head, tail] = partsOf(splitLineAt(slope, [0.00025, 1e-6], 1));
    expect(head!.coordinates).toEqual([
      [0, 0, 100],
      [0.00025, 0, 125],
    ]);
    expect(tail!.coordinates).toEqual([
      [0.00025, 0, 125],
      [0.001, 0, 200],
      [0.002, 0, 100],
    ]);
  });

  it('is divided at a vertex without another beside it', () => {
    const parts = partsOf(splitLineAt(slope, [0.001 + 1e-12, 0], 1));
    expect(parts.map(({ coordinates }) => coordinates)).toEqual([
      [
        [0, 0, 100],
        [0.001, 0, 200],
      ],
      [
        [0.001, 0, 200],
        [0.002, 0, 100],
      ],
    ]);
  });

  it('is refused for a point too far off, with the distance on the ellipsoid', () => {
    const split = splitLineAt(slope, [0.0005, 0.00002], 1);
    // A degree of latitude at the equator: pi / 180 * a (1 - e²) = 110,574.2727 m; times 0.00002.
    expect(split).toEqual({ refused: { reason: 'off-line', metres: expect.closeTo(2.211485, 4) } });
  });

  it('is refused at its ends', () => {
    expect(reasonOf(splitLineAt(slope, [0, 0], 1))).toBe('at-end');
    expect(reasonOf(splitLineAt(slope, [0.002, 1e-10], 1))).toBe('at-end');
  });

  it('keeps the other lines of several', () => {
    const several = {
      type: 'MultiLineString' as const,
      coordinates: [
        [
          [0, 0],
          [1, 0],
        ],
        [
          [0, 5],
          [1, 5],
        ],
      ] as Rings,
    };
    const parts = partsOf(splitLineAt(several, [0.5, 5], 1));
    expect(parts.map(({ coordinates }) => coordinates)).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 5],
        [0.5, 5],
      ],
      [
        [0.5, 5],
        [1, 5],
      ],
    ]);
  });

  it('takes nearness in metres, not in degrees', () => {
    // At 60° north a degree of longitude is half one of latitude: the eastern line is nearer, though farther in degrees.
    const several = {
      type: 'MultiLineString' as const,
      coordinates: [
        [
          [0.0015, 59],
          [0.0015, 61],
        ],
        [
          [-1, 60.001],
          [1, 60.001],
        ],
      ] as Rings,
    };
    expect(nearestOnLine(several, [0, 60]).run).toBe(0);
  });
});

describe('a line divided by lines', () => {
  it('is cut wherever they meet it, with its own heights', () => {
    const parts = partsOf(
      splitLine(line([0, 0, 0], [10, 0, 10]), [
        [
          [2, -1],
          [2, 1],
          [4, 1],
          [4, -1],
        ],
      ]),
    );
    expect(parts.map(({ coordinates }) => coordinates)).toEqual([
      [
        [0, 0, 0],
        [2, 0, 2],
      ],
      [
        [2, 0, 2],
        [4, 0, 4],
      ],
      [
        [4, 0, 4],
        [10, 0, 10],
      ],
    ]);
  });

  it('is refused where they run along it, miss it, or only meet its end', () => {
    const straight = line([0, 0], [10, 0]);
    expect(
      reasonOf(
        splitLine(straight, [
          [
            [5, 0],
            [20, 0],
          ],
        ]),
      ),
    ).toBe('runs-along');
    expect(
      reasonOf(
        splitLine(straight, [
          [
            [5, 1],
            [20, 1],
          ],
        ]),
      ),
    ).toBe('misses');
    expect(
      reasonOf(
        splitLine(straight, [
          [
            [10, -1],
            [10, 1],
          ],
        ]),
      ),
    ).toBe('at-end');
  });
});

describe('whatever is cut', () => {
  const seed = { numRuns: 300 };

  it('adds up to the whole, and no two parts share an inner place', () => {
    const star = fc.array(fc.integer({ min: 200_000_000, max: 1_000_000_000 }), {
      minLength: 3,
      maxLength: 40,
    });
    // Billionths of a degree, a tenth of a millimetre: closer than that no places are told apart.
    const ordinate = fc.integer({ min: -1_200_000_000, max: 1_200_000_000 });
    const place = fc.tuple(ordinate, ordinate);
    const cuts = fc.array(fc.array(place, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(star, cuts, (radii, ways) => {
        const ring = radii.map((r, i): Position => {
          const angle = (2 * Math.PI * i) / radii.length;
          return [12 + (r / 1e9) * Math.cos(angle), 42 + (r / 1e9) * Math.sin(angle)];
        });
        const whole = polygon([...ring, ring[0]!]);
        const split = splitPolygon(
          whole,
          ways.map((way) => way.map(([x, y]): Position => [12 + x / 1e9, 42 + y / 1e9])),
        );
        if ('refused' in split)
          return ['misses', 'touches', 'ends-inside', 'too-fine'].includes(split.refused.reason);
        const sum = split.parts.reduce((all, part) => all + planeArea(part.coordinates), 0);
        expect(sum).toBeCloseTo(planeArea(whole.coordinates), 10);
        for (const { coordinates } of split.parts) expect(crossesItself(coordinates)).toBeUndefined();
        return split.parts.length >= 2;
      }),
      seed,
    );
  });

  it('keeps its length when it is a line', () => {
    const place = fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    const way = fc.array(place, { minLength: 2, maxLength: 12 });
    const length = (run: Position[]) =>
      run.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - run[i]![0], y - run[i]![1]), 0);
    fc.assert(
      fc.property(way, way, (first, second) => {
        const split = splitLine(line(...(first as Position[])), [second]);
        if ('refused' in split) return true;
        const sum = split.parts.reduce((all, { coordinates }) => all + length(coordinates), 0);
        expect(sum).toBeCloseTo(length(first), 9);
        return split.parts.length > 1;
      }),
      seed,
    );
  });
});

describe('large shapes', () => {
  /** A wavy circle. */
  const wavy = (count: number): Position[] => {
    const ring = Array.from({ length: count }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / count;
      const radius = 0.01 * (1 + 0.05 * Math.sin(97 * angle));
      return [12 + radius * Math.cos(angle), 42 + radius * Math.sin(angle), i % 100];
    });
    return [...ring, ring[0]!];
  };

  it('of 10,000 vertices are divided while nobody notices', () => {
    const [whole, cut] = [polygon(wavy(10_000)), [[11.9, 42.0001] as Position, [12.1, 42.0003] as Position]];
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      expect(partsOf(splitPolygon(whole, [cut]))).toHaveLength(2);
      return process.cpuUsage(before).user / 1000;
    });
    // 20 ms, when the code is warm.
    expect(Math.min(...times)).toBeLessThan(300);
  });

  it('that cross a cut without end are refused instead of holding everybody up', () => {
    const comb = (up: boolean): Position[] =>
      Array.from({ length: 4000 }, (_, i): Position => (up ? [i / 4000, i % 2] : [i % 2, i / 4000]));
    const before = process.cpuUsage();
    expect(reasonOf(splitLine(line(...comb(true)), [comb(false)]))).toBe('too-many');
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
