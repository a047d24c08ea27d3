import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { joinLines } from './chain.ts';

const [a, b, c, d]: [Position, Position, Position, Position] = [[0, 0, 1], [1, 0, 2], [2, 0, 3], [3, 1, 4]]; // prettier-ignore

describe('Chained lines', () => {
  it('are joined end to end, in the direction of the first', () => {
    expect(joinLines([[a, b], [c, b], [c, d]])).toEqual([[a, b, c, d]]); // prettier-ignore
    expect(joinLines([[c, d], [b, a], [b, c]])).toEqual([[a, b, c, d]]); // prettier-ignore
  });

  it('stay separate where they do not meet, and where three meet', () => {
    expect(joinLines([[a, b], [c, d]])).toEqual([[a, b], [c, d]]); // prettier-ignore
    const star = [[a, b], [b, c], [b, d]]; // prettier-ignore
    expect(joinLines(star)).toEqual(star);
  });

  it('may close to a ring', () => {
    expect(joinLines([[a, b, c], [c, d, a]])).toEqual([[a, b, c, d, a]]); // prettier-ignore
  });
});
