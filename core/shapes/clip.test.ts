import { describe, expect, it } from 'vitest';
import { clipLine, clipRing, sharesWithin } from './clip.ts';

const FRAME = [0, 0, 10, 10] as const;

describe('Clipping to a frame', () => {
  it('leaves a ring inside it unchanged', () => {
    const ring = [2, 2, 8, 2, 8, 8, 2, 8];
    expect(clipRing(ring, FRAME)).toEqual(ring);
  });

  it('clips a ring that reaches out', () => {
    // A square from 5 to 15: what is left is the square from 5 to 10, 25 of its 100 in size.
    const cut = clipRing([5, 5, 15, 5, 15, 15, 5, 15], FRAME);
    let area = 0;
    for (let i = 0; i < cut.length; i += 2) {
      const [x, y] = [cut[i]!, cut[i + 1]!];
      const [nextX, nextY] = [cut[(i + 2) % cut.length]!, cut[(i + 3) % cut.length]!];
      area += (x * nextY - nextX * y) / 2;
    }
    expect(area).toBe(25);
  });

  it('turns a ring around the frame into the frame', () => {
    const cut = clipRing([-1e9, -1e9, 1e9, -1e9, 1e9, 1e9, -1e9, 1e9], FRAME);
    expect(new Set(cut)).toEqual(new Set([0, 10]));
  });

  it('removes a ring outside of it', () => {
    expect(clipRing([20, 20, 30, 20, 30, 30], FRAME)).toEqual([]);
  });

  it('keeps the parts of a line that are inside', () => {
    expect(clipLine([-5, 5, 5, 5, 5, 15, 8, 15, 8, 5], FRAME)).toEqual([
      [0, 5, 5, 5, 5, 10],
      [8, 10, 8, 5],
    ]);
    expect(clipLine([-5, -5, -5, 15], FRAME)).toEqual([]);
  });
});

describe('An edge in a frame', () => {
  it('has the shares of the way between which it lies there, however short', () => {
    expect(sharesWithin([-10, 5], [10, 5], FRAME)).toEqual([0.5, 1]);
    expect(sharesWithin([-5, 0], [5, 10], FRAME)).toEqual([0.5, 1]);
    // It touches a corner.
    expect(sharesWithin([-5, 5], [5, -5], FRAME)).toEqual([0.5, 0.5]);
    expect(sharesWithin([3, 3], [3, 3], FRAME)).toEqual([0, 1]);
  });

  it('has none beside it', () => {
    expect(sharesWithin([-6, 5], [5, -6], FRAME)).toBeUndefined();
    expect(sharesWithin([11, 0], [11, 10], FRAME)).toBeUndefined();
  });
});
