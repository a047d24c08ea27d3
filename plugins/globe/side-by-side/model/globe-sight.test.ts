import { describe, expect, it } from 'vitest';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { groundSeen } from './globe-sight.ts';

/**
 * A picture of 400 × 300 pixels of a plain, a degree per pixel, with sky above the row `horizon`; `peak` high in its
 * middle.
 */
function globe({ horizon = 0, peak }: { horizon?: number; peak?: number } = {}) {
  const requests: (number | undefined)[] = [];
  return {
    size: [400, 300] as const,
    requests,
    toPosition([x, y]: Pixel, height?: number): Position | undefined {
      requests.push(height);
      if (y < horizon) return undefined;
      return height === undefined && peak !== undefined ? [x, y, peak] : [x, y];
    },
  };
}

describe('The ground visible on the globe', () => {
  it('reaches from corner to corner without sky', () => {
    expect(groundSeen(globe())).toEqual([[0, 0], [400, 0], [400, 300], [0, 300], [0, 0]]); // prettier-ignore
  });

  it('ends at the horizon, to a pixel', () => {
    const [left, right, ...near] = groundSeen(globe({ horizon: 100 }))!;
    for (const [side, x] of [
      [left, 0],
      [right, 400],
    ] as const) {
      expect(side![0]).toBe(x);
      expect(side![1]).toBeGreaterThanOrEqual(100);
      expect(side![1]).toBeLessThan(101);
    }
    expect(near.slice(0, 2)).toEqual([[400, 300], [0, 300]]); // prettier-ignore
  });

  it('is undefined where there is only sky', () => {
    expect(groundSeen(globe({ horizon: 301 }))).toBeUndefined();
  });

  it('is a plain at the height of the centre: terrain on it is hit only once', () => {
    const hilly = globe({ peak: 250 });
    groundSeen(hilly);
    expect(hilly.requests).toEqual([undefined, 250, 250, 250, 250]);
  });
});
