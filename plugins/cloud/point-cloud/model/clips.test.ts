import { describe, expect, it } from 'vitest';
import type { Clip } from '../api.ts';
import { ClipTest } from './clips.ts';

const box: Clip = { kind: 'box', id: 'b', name: '', center: [10, 10, 5], size: [4, 2, 2], turn: [90, 0, 0] };
const slab: Clip = { kind: 'slab', id: 's', name: '', from: [0, 0], to: [10, 0], width: 2 };
const polygon: Clip = {
  kind: 'polygon',
  id: 'p',
  name: '',
  ring: [[0, 0], [10, 0], [0, 10]], // prettier-ignore
  heights: [0, 3],
};

describe('Clips', () => {
  it('keep what is inside of a turned box: its long side lies to the north', () => {
    const clips = new ClipTest([box], 'inside');
    expect(clips.keeps(10, 11.9, 5)).toBe(true);
    expect(clips.keeps(11.9, 10, 5)).toBe(false);
    expect(clips.keeps(10, 11.9, 6.1)).toBe(false);
  });

  it('cut away what is inside when the outside is shown', () => {
    const clips = new ClipTest([polygon], 'outside');
    expect(clips.keeps(2, 2, 1)).toBe(false);
    expect(clips.keeps(2, 2, 3.1)).toBe(true);
    expect(clips.keeps(6, 6, 1)).toBe(true);
  });

  it('reach half of the width of a slab on each side of its line', () => {
    const clips = new ClipTest([slab], 'inside');
    expect([0.99, 1.01, -0.99, -1.01].map((y) => clips.keeps(5, y, 100))).toEqual([true, false, true, false]);
  });

  it('hide nothing when they are off or only highlighted', () => {
    for (const mode of ['off', 'highlight'] as const) {
      const clips = new ClipTest([box], mode);
      expect(clips.keeps(0, 0, 0)).toBe(true);
      expect(clips.hides([0, 0, 0], [1, 1, 1])).toBe(false);
    }
  });

  it('leave out nodes of which nothing is inside', () => {
    const clips = new ClipTest([box], 'inside');
    expect(clips.hides([0, 0, 0], [5, 5, 5])).toBe(true);
    expect(clips.hides([9, 11, 4], [20, 20, 20])).toBe(false);
  });
});
