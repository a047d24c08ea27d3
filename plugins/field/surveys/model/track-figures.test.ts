import { describe, expect, it } from 'vitest';
import type { Track } from '#core/protocol';
import { figuresOf, placeAt } from './track-figures.ts';

type At = Track['positions'][number];
/** Northwards a second and 0.00001° (1.11 m) apart. */
const walk = (count: number): At[] =>
  Array.from({ length: count }, (_, i): At => [12, 42 + i * 1e-5, null, 1000 + i, null]);

describe('The figures of a track', () => {
  it('are its length, its duration and the speed at each position', () => {
    const { metres, seconds, speeds, faults } = figuresOf(walk(11));
    // A degree of latitude at 42° is 111,063 m.
    expect(metres).toBeCloseTo(11.106, 2);
    expect(seconds).toBe(10);
    expect(speeds[0]).toBeCloseTo(1.11, 2);
    expect([speeds.length, speeds[10], faults]).toEqual([11, null, []]);
  });

  it('tell gaps of time and jumps of place, each where it is', () => {
    const track = walk(20).map((at, i): At => (i < 8 ? at : [at[0], at[1], at[2], at[3]! + 60, at[4]]));
    track[15] = [12.01, track[15]![1], null, track[15]![3], null];
    const { faults } = figuresOf(track);
    expect(faults).toEqual([
      { kind: 'gap', at: 7, seconds: 61, metres: expect.closeTo(1.11, 2) as number },
      { kind: 'jump', at: 14, seconds: 1, metres: expect.closeTo(828, -1) as number },
      { kind: 'jump', at: 15, seconds: 1, metres: expect.closeTo(828, -1) as number },
    ]);
  });

  it('tell jumps also without times', () => {
    const track = walk(10).map(([x, y], i): At => [x, i < 5 ? y : y + 0.01, null, null, null]);
    expect(figuresOf(track).faults.map(({ kind, at }) => [kind, at])).toEqual([['jump', 4]]);
    expect(figuresOf([]).metres).toBe(0);
  });

  it('find the place at a time, and none in a gap or outside', () => {
    const track = walk(5);
    expect(placeAt(track, 1001.5)).toEqual([12, expect.closeTo(42.000015, 9)]);
    expect([placeAt(track, 999), placeAt(track, 1005)]).toEqual([undefined, undefined]);
    const gap: At[] = [...track, [12, 43, null, 1100, null]];
    expect(placeAt(gap, 1050)).toBeUndefined();
  });
});
