import { describe, expect, it } from 'vitest';
import { TILE_CELLS, TILE_NODES } from '#core/geodesy';
import { lightOn, reliefOf } from './relief.ts';

describe('Shaded relief', () => {
  it('is lit from the north-west', () => {
    expect(lightOn(0, 0)).toBeCloseTo(1, 12);
    // Ground that rises to the east faces west, ground that rises to the south faces north.
    expect(lightOn(0.3, 0)).toBeGreaterThan(1);
    expect(lightOn(0, -0.3)).toBeGreaterThan(1);
    expect(lightOn(-0.3, 0.3)).toBeLessThan(lightOn(-0.3, 0));
    expect(lightOn(-100, 100)).toBe(0);
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
