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

  it('are fewer everywhere where they are too many, and nowhere left out', () => {
    // A square of 150 × 150, 10 m apart, on 1,500 pixels.
    const square = Array.from({ length: 22_500 }, (_, i) => ({
      position: [(i % 150) * 1e-4, Math.floor(i / 150) * 1e-4] as [number, number],
    }));
    const { drawn, isRoomy } = thinned(square, [...square.keys()], 1, 9, 16);
    expect(isRoomy).toBe(false);
    expect(drawn.length).toBeLessThanOrEqual(2_000);
    for (const [x, y] of [
      [0, 0],
      [75, 75],
      [149, 149],
    ] as const)
      expect(drawn.some((i) => Math.abs((i % 150) - x) < 5 && Math.abs(Math.floor(i / 150) - y) < 5)).toBe(
        true,
      );
  });
});
