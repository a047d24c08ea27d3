import { describe, expect, it } from 'vitest';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { seenExtent } from './extent.ts';

const SIZE: Pixel = [400, 400];
/** Straight from above on the equator: 0.01° per pixel. */
const above =
  (longitude: number) =>
  ([x, y]: Pixel): Position => {
    const turned = longitude + (x - 200) * 0.01;
    return [turned > 180 ? turned - 360 : turned, (200 - y) * 0.01];
  };

describe('The visible extent', () => {
  it('is the picture, looking straight down', () => {
    expect(seenExtent(above(10), SIZE, [10, 0])).toEqual([8, -2, 12, 2]);
  });

  it('continues beyond the antimeridian', () => {
    const [west, south, east, north] = seenExtent(above(179), SIZE, [179, 0]);
    expect([west, east]).toEqual([177, -179]);
    expect([south, north]).toEqual([-2, 2]);
  });

  it('excludes the sky, and what is too far towards the horizon', () => {
    // The upper half is sky; the middle row is a hundred times as far away as the lowest.
    const aslant = ([x, y]: Pixel): Position | undefined =>
      y < 200 ? undefined : y === 200 ? [(x - 200) * 0.01, 100] : [(x - 200) * 0.0001, (200 - y) * 0.001];
    const [west, south, east, north] = seenExtent(aslant, SIZE, [0, 0]);
    // The lower edge is 200 pixels of 0.001° away; its corners are 0.02° to either side.
    expect(south).toBeCloseTo(-0.2, 12);
    expect([west, east].map((degrees) => Number(degrees.toFixed(12)))).toEqual([-0.02, 0.02]);
    expect(north).toBe(0);
  });

  it('ends at the poles', () => {
    const [, , , north] = seenExtent(([x, y]) => [x * 0.01, 89 + (200 - y) * 0.01], SIZE, [2, 89]);
    expect(north).toBe(90);
  });
});
