import { describe, expect, it } from 'vitest';
import { placeOfScheme, schemeOf, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { Terrain } from '#core/protocol';
import { HeightField } from './height-field.ts';

const EXTENT = [9, 45, 9.02, 45.02] as const;
/** Rises with the longitude: 10,000 m per degree, from 100 m at 9° E. */
const slope = (longitude: number) => 100 + 10_000 * (longitude - 9);
const terrain = { extent: EXTENT, finest: 15, lowest: 100, highest: 300 } as unknown as Terrain;

function opened() {
  const requests: string[] = [];
  const field = new HeightField(terrain, (level, x, y) => {
    requests.push(`${level}/${x}/${y}`);
    const tile = new Float32Array(TILE_NODES ** 2);
    for (let n = 0; n < tile.length; n++) {
      const [longitude] = placeOfScheme((x + (n % TILE_NODES) / TILE_CELLS) / 2 ** level, 0.5);
      // Coarse tiles are 5 m too high, to distinguish them from the finest.
      tile[n] = slope(longitude) + (level < 15 ? 5 : 0);
    }
    return Promise.resolve(tile);
  });
  return { field, requests };
}

describe('The loaded heights', () => {
  it('are roughly known everywhere after a few tiles, and exactly where the finest have loaded', async () => {
    const { field, requests } = opened();
    expect(field.near(9.01, 45.01)).toBeUndefined();
    await field.overview();
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(field.near(9.01, 45.01)).toBeCloseTo(slope(9.01) + 5, 1);
    const [x, y] = schemeOf(9.01, 45.01).map((part) => Math.floor(part * 2 ** 15)) as [number, number];
    await field.tile(15, x, y);
    expect(field.near(9.01, 45.01)).toBeCloseTo(slope(9.01), 2);
  });

  it('are fetched once, however often they are requested, and not outside the terrain', async () => {
    const { field, requests } = opened();
    const [x, y] = schemeOf(9.01, 45.01).map((part) => Math.floor(part * 2 ** 15)) as [number, number];
    await Promise.all([field.tile(15, x, y), field.tile(15, x, y)]);
    await field.tile(15, x, y);
    expect(requests).toHaveLength(1);
    expect(await field.tile(15, x + 100, y)).toBeUndefined();
    expect(field.near(9.5, 45.01)).toBeUndefined();
    expect(requests).toHaveLength(1);
  });

  it('beyond the terrain are those of its nearest edge', async () => {
    const { field } = opened();
    expect(field.nearest(9.5, 45.01)).toBeUndefined();
    await field.overview();
    // The overview is 5 m too high; the east edge is at 300 m, the west edge at 100 m.
    expect(field.nearest(9.5, 45.01)).toBeCloseTo(305, 0);
    expect(field.nearest(8.9, 45.5)).toBeCloseTo(105, 0);
    expect(field.nearest(9.01, 45.01)).toBe(field.near(9.01, 45.01));
  });

  it('can be requested again after a failure', async () => {
    let away = true;
    const field = new HeightField(terrain, () =>
      away ? Promise.reject(new Error('away')) : Promise.resolve(new Float32Array(TILE_NODES ** 2)),
    );
    const [x, y] = schemeOf(9.01, 45.01).map((part) => Math.floor(part * 2 ** 15)) as [number, number];
    await expect(field.tile(15, x, y)).rejects.toThrow('away');
    away = false;
    expect(await field.tile(15, x, y)).toHaveLength(TILE_NODES ** 2);
  });
});
