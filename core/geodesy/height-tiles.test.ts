import { describe, expect, it } from 'vitest';
import { heightWithin, levelFor, placeOfScheme, schemeOf, TILE_NODES, tilesOf } from './height-tiles.ts';

describe('Height tiles', () => {
  it('use the tiling scheme of web maps', () => {
    expect(schemeOf(0, 0)).toEqual([0.5, 0.5]);
    // ln(tan(45° + 42°/2)) / 2π = 0.12878: 42° N lies this far above the middle.
    expect(schemeOf(12, 42)[1]).toBeCloseTo(0.5 - 0.128_783, 5);
    const [longitude, latitude] = placeOfScheme(...schemeOf(12.345, -41.9));
    expect([longitude, latitude]).toEqual([expect.closeTo(12.345, 12), expect.closeTo(-41.9, 12)]);
  });

  it('cover an extent, without tiles beyond a border on which it ends', () => {
    expect(tilesOf([-180, -85.05, 180, 85.05], 1)).toEqual({ west: 0, north: 0, columns: 2, rows: 2 });
    expect(tilesOf([0, 0, 90, 60], 2)).toEqual({ west: 2, north: 1, columns: 1, rows: 1 });
  });

  it('have the resolution of their source', () => {
    // 40,075,017 m / 128 / 2^13 = 38.2 m at the equator; the next level has 19.1 m.
    expect(levelFor(38.3, 0)).toBe(13);
    expect(levelFor(38.2, 0)).toBe(14);
    // Half of it at 60°.
    expect(levelFor(19.2, 60)).toBe(13);
  });

  it('interpolate heights, and have none next to a missing one', () => {
    const tile = new Float32Array(TILE_NODES ** 2);
    for (let row = 0; row < TILE_NODES; row++)
      for (let column = 0; column < TILE_NODES; column++)
        tile[row * TILE_NODES + column] = 2 * column + 10 * row;
    // 0.25 · 128 = 32 columns and 0.503 · 128 = 64.384 rows: 64 + 643.84.
    expect(heightWithin(tile, 0.25, 0.503)).toBeCloseTo(707.84, 3);
    expect(heightWithin(tile, 1, 1)).toBe(2 * 128 + 10 * 128);
    tile[64 * TILE_NODES + 33] = NaN;
    expect(heightWithin(tile, 32.5 / 128, 0.5)).toBeNaN();
    // On the line of the heights that exist.
    expect(heightWithin(tile, 0.25, 0.503)).toBeCloseTo(707.84, 3);
  });
});
