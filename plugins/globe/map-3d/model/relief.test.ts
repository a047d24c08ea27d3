import { describe, expect, it } from 'vitest';
import { TILE_CELLS, TILE_NODES } from '#core/geodesy';
import { reliefOf } from './relief.ts';

/** A tile at the equator. `east`, `north`: slope of its ground in metres per metre; rows run from north to south. */
function slope(east: number, north: number): Float32Array {
  // 2π · 6,378,137 m around the earth, in 2¹⁴ tiles of cells.
  const cell = (2 * Math.PI * 6_378_137) / 2 ** 14 / TILE_CELLS;
  return Float32Array.from({ length: TILE_NODES ** 2 }, (_, at) => {
    const [row, column] = [Math.floor(at / TILE_NODES), at % TILE_NODES];
    return (east * column - north * row) * cell;
  });
}
/** Opacity of the first pixel: positive for light, negative for shadow. */
function light(east: number, north: number): number {
  const range = { lowest: 0, highest: 1 };
  const [red, , , opacity] = reliefOf(slope(east, north), { level: 14, y: 2 ** 13 }, range, 'relief');
  return red === 255 ? opacity! : -opacity!;
}

describe('Shaded relief', () => {
  it('is lit from the north-west', () => {
    // Ground that rises to the east faces west, ground that rises to the south faces north.
    expect(light(0.3, 0)).toBeGreaterThan(0);
    expect(light(0, -0.3)).toBeGreaterThan(0);
    expect(light(-0.3, 0)).toBeLessThan(0);
    expect(light(-0.3, 0.3)).toBeLessThan(light(-0.3, 0));
    // No light at all: the darkest shadow.
    expect(light(-100, 100)).toBe(-190);
  });

  it('skips missing heights, and paints nothing on level ground', () => {
    const tile = new Float32Array(TILE_NODES ** 2).fill(50);
    tile[0] = NaN;
    const range = { lowest: 0, highest: 100 };
    const opacities = (tint: 'relief' | 'heights') =>
      reliefOf(tile, { level: 14, y: 5_000 }, range, tint).filter((_, n) => n % 4 === 3);
    expect(new Set(opacities('relief'))).toEqual(new Set([0]));
    const coloured = opacities('heights');
    expect(coloured[0]).toBe(0);
    expect(coloured[1]).toBeGreaterThan(0);
    expect(coloured).toHaveLength(TILE_CELLS ** 2);
  });
});
