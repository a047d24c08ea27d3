import { describe, expect, it } from 'vitest';
import { foremost } from './foremost.ts';

const at = (away: number, depth: number) => ({ away, depth, spacing: 0.05 });

describe('The foremost point under the pointer', () => {
  it('is on the wall in front, although a point of the wall behind is nearer to the pointer', () => {
    const front = at(3, 10);
    expect(foremost([at(0.2, 14), front, at(1, 14.1)])).toBe(front);
  });

  it('is the nearest to the pointer of the same surface, whose points have several depths', () => {
    const nearest = at(0.5, 10.1);
    expect(foremost([at(3, 10), nearest, at(2, 10.05)])).toBe(nearest);
  });

  it('is none where there are no points', () => {
    expect(foremost([])).toBeUndefined();
  });
});
