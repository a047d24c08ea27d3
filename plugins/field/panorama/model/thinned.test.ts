import { describe, expect, it } from 'vitest';
import { thinned } from './thinned.ts';

/** A street of panoramas 1 m apart, northwards. */
const street = Array.from({ length: 20_000 }, (_, i) => ({
  position: [9.19, 45 + i / 111_320] as [number, number],
}));
const all = street.map((_, i) => i);

describe('Panoramas on a map', () => {
  it('are as many as there is room for, however many there are', () => {
    // 20 km on 1,000 pixels: 20 m a pixel, one for each 9 pixels.
    const { drawn, isRoomy } = thinned(street, all, 20, 9, 16);
    expect(drawn.length).toBeGreaterThan(105);
    expect(drawn.length).toBeLessThan(115);
    expect(isRoomy).toBe(false);
  });

  it('are all there with their directions where they are apart', () => {
    // 100 m on 1,000 pixels.
    const { drawn, isRoomy } = thinned(street, all.slice(0, 100), 0.1, 9, 16);
    expect([drawn.length, isRoomy]).toEqual([100, true]);
  });
});
