import { describe, expect, it } from 'vitest';
import type { Track } from '#core/protocol';
import { coloursOf, RAMP, rangeOf } from './track-colours.ts';
import { figuresOf } from './track-figures.ts';

/** Eastwards on the equator, a second between two positions. */
function trackOf(metresPerSecond: number, from: number) {
  const step = metresPerSecond / 111_319.49;
  const positions: Track['positions'] = [0, 1, 2, 3].map((i) => [i * step, 0, null, from + i, null]);
  return { positions, figures: figuresOf(positions) };
}

describe('Colours of tracks', () => {
  const [slow, fast] = [trackOf(1, 0), trackOf(3, 100)];

  it('mean the same speed on all tracks that are shown', () => {
    const range = rangeOf([slow, fast], 'speed')!;
    expect(range).toEqual([expect.closeTo(1, 6), expect.closeTo(3, 6)]);
    expect(new Set(coloursOf(slow, 'speed', range).slice(0, -1))).toEqual(new Set([RAMP[0]]));
    expect(new Set(coloursOf(fast, 'speed', range).slice(0, -1))).toEqual(new Set([RAMP.at(-1)]));
  });

  it('mean the same time, from the first to the last of all', () => {
    const range = rangeOf([slow, fast], 'time');
    expect(range).toEqual([0, 103]);
    expect(coloursOf(slow, 'time', range)[0]).toBe(RAMP[0]);
    expect(coloursOf(fast, 'time', range)[3]).toBe(RAMP.at(-1));
  });

  it('of one colour or by quality have no range', () => {
    expect(rangeOf([slow], 'plain')).toBeUndefined();
    expect(rangeOf([slow], 'quality')).toBeUndefined();
  });
});
