import { describe, expect, it } from 'vitest';
import { placePopup } from './place-popup.ts';

const MAP_SIZE = [400, 300] as const;

describe('The place of a popup', () => {
  it('is to the right and below where there is room', () => {
    expect(placePopup([100, 100], [20, 20], [120, 60], MAP_SIZE)).toEqual([120, 120]);
  });

  it('is on the other side, at the same distance, where the edge would cut it off', () => {
    // 300 + 20 + 120 > 400: 300 - 20 - 120; 250 + 20 + 60 > 300: 250 - 20 - 60.
    expect(placePopup([300, 250], [20, 20], [120, 60], MAP_SIZE)).toEqual([160, 170]);
    // To the left and above, 100 - 20 - 120 < 0.
    expect(placePopup([30, 30], [-40, -40], [10, 10], MAP_SIZE)).toEqual([60, 60]);
  });

  it('is on the map, 8 pixels from its edge, where neither side has room', () => {
    // Nearly as wide as a phone: 200 + 20 + 300 > 400, 200 - 20 - 300 < 0; 400 - 300 - 8.
    expect(placePopup([200, 100], [20, 20], [300, 60], MAP_SIZE)).toEqual([92, 120]);
    expect(placePopup([2000, -900], [20, 20], [120, 60], MAP_SIZE)).toEqual([272, 8]);
  });
});
