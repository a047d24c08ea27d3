import { describe, expect, it } from 'vitest';
import { inSpace, lengthOfVector, minus, type Vector } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import { Measuring, type MeasuredPoint } from './measuring.ts';
import { areaBetween, legsOf } from './values.ts';

const AT: [number, number, number] = [12.5, 41.9, 50];
const FRAME = new LocalFrame(AT);

/** A panorama so many metres east, north and up of the first. */
function placeAt(name: string, local: Vector): PanoramicPlace {
  const position = FRAME.toPosition(local);
  return { id: name, name, position, surveyId: 's' } as unknown as PanoramicPlace;
}

function towards({ position }: PanoramicPlace, target: readonly number[]): Vector {
  const way = minus(inSpace(target as never), inSpace(position));
  return way.map((value) => value / lengthOfVector(way)) as unknown as Vector;
}

const accuracyOf = () => ({ position: 0.02, direction: 0.1, assumed: false });
const found = (measuring: Measuring): MeasuredPoint => {
  if (typeof measuring.found === 'string') throw new Error(measuring.found);
  return measuring.found;
};

describe('A point seen from two panoramas', () => {
  const target = FRAME.toPosition([4, 9, 1.5]);
  const [a, b] = [placeAt('a.jpg', [0, 0, 0]), placeAt('b.jpg', [10, 0, 0])];

  it('is where both look, in degrees and metres, with its ± east, north and up', () => {
    const measuring = new Measuring({ accuracyOf });
    measuring.sight(a, towards(a, target));
    expect(measuring.found).toBe('few');
    measuring.sight(b, towards(b, target));
    const { position, within, miss, angle, from, warnings } = found(measuring);
    expect(lengthOfVector(minus(inSpace([...position]), inSpace(target)))).toBeLessThan(1e-6);
    expect(miss).toBeLessThan(1e-6);
    expect(from).toEqual(['a.jpg', 'b.jpg']);
    expect(warnings).toEqual([]);
    expect(angle).toBeGreaterThan(50);
    // The camera's ± is 4 cm, that of its direction at 10 m is 3.6 cm.
    for (const metres of within) expect(metres).toBeGreaterThan(0.02);
    for (const metres of within) expect(metres).toBeLessThan(0.1);
  });

  it('is refused where both look along the same line; a new look from one of them replaces its last', () => {
    const measuring = new Measuring({ accuracyOf });
    const ahead = FRAME.toPosition([100, 2, 0]);
    measuring.sight(a, towards(a, ahead));
    measuring.sight(b, towards(b, ahead));
    expect(measuring.found).toBe('parallel');
    measuring.sight(a, towards(a, target));
    measuring.sight(b, towards(b, target));
    expect(measuring.sights).toHaveLength(2);
    measuring.keep();
    expect([measuring.points.length, measuring.sights.length]).toEqual([1, 0]);
    expect(measuring.takeBack()).toBe(true);
    expect([measuring.points.length, measuring.takeBack()]).toEqual([0, false]);
  });

  it('gives distance, level, height and area between such points, each with its ±', () => {
    const measuring = new Measuring({ accuracyOf });
    for (const corner of [
      [2, 8, 0],
      [5, 8, 0],
      [5, 8, 4],
    ] as const) {
      const to = FRAME.toPosition(corner);
      for (const place of [a, b]) measuring.sight(place, towards(place, to));
      measuring.keep();
    }
    const [first, second] = legsOf(measuring.points);
    const [distance, level, height] = second!.amounts;
    const area = areaBetween(measuring.points);
    expect([first!.from, first!.to, first!.amounts[0]!.amount]).toEqual([1, 2, expect.closeTo(3, 5)]);
    expect([distance!.amount, level!.amount, height!.amount, area!.amount]).toEqual([
      expect.closeTo(4, 5),
      // The vertical at the points is not that of the camera, 9 m away: 4 m · 9 m / 6,378 km.
      expect.closeTo(0, 4),
      expect.closeTo(4, 5),
      expect.closeTo(6, 5),
    ]);
    for (const { within } of [distance!, height!, area!]) expect(within).toBeGreaterThan(0.02);
  });

  it('is on the curve that the first look draws in the second', () => {
    const measuring = new Measuring({ accuracyOf });
    measuring.sight(a, towards(a, target));
    const line = Measuring.lineOf(measuring.sights[0]!).map((place) => FRAME.toLocal(place));
    const [x, y, z] = line.find(([, north]) => north > 9)!;
    expect([x / y, z / y]).toEqual([expect.closeTo(4 / 9, 6), expect.closeTo(1.5 / 9, 6)]);
  });
});
