import { describe, expect, it } from 'vitest';
import { beside } from './beside.ts';

const ROOM = [400, 300] as const;

describe('A box beside a place', () => {
  it('stands right and below where there is room', () => {
    expect(beside([100, 100], [20, 20], [120, 60], ROOM)).toEqual([120, 120]);
  });

  it('stands on the other side, as far from the place, where the edge would cut it off', () => {
    // 300 + 20 + 120 > 400: 300 - 20 - 120; 250 + 20 + 60 > 300: 250 - 20 - 60.
    expect(beside([300, 250], [20, 20], [120, 60], ROOM)).toEqual([160, 170]);
    // To the left and above, 100 - 20 - 120 < 0.
    expect(beside([30, 30], [-40, -40], [10, 10], ROOM)).toEqual([60, 60]);
  });

  it('stays on the map, 8 pixels from its edge, where neither side has room', () => {
    // As wide as a phone nearly: 200 + 20 + 300 > 400, 200 - 20 - 300 < 0; 400 - 300 - 8.
    expect(beside([200, 100], [20, 20], [300, 60], ROOM)).toEqual([92, 120]);
    expect(beside([2000, -900], [20, 20], [120, 60], ROOM)).toEqual([272, 8]);
  });
});
