import { describe, expect, it } from 'vitest';
import type { BimQuantityRow } from '#core/protocol';
import { colourOfDeviation, hexOf } from './colours.ts';
import { differs, groupQuantities } from './groups.ts';
import { pointsOf } from './shown-result.ts';

const row = (storey: string | null, declared: number | null, computed: number | null): BimQuantityRow => ({
  ...{ globalId: 'a', class: 'IfcWall', name: null, type: null, storey, material: null },
  volume: { declared, computed },
  floorArea: { declared: null, computed: null },
  sideArea: { declared: null, computed: null },
  surface: null,
  isClosed: true,
});

describe('Quantities of a group', () => {
  it('are sums, with the number of elements that are missing in them', () => {
    const [none, ground] = groupQuantities([row('G', 2, 3), row('G', null, 4), row(null, 1, null)], 'storey');
    expect(ground).toMatchObject({
      name: 'G',
      count: 2,
      volume: { declared: 2, computed: 7 },
      withoutDeclared: 1,
    });
    expect(none).toMatchObject({ name: null, volume: { declared: 1, computed: null }, withoutComputed: 1 });
  });

  it('differ from a hundredth on', () => {
    expect(differs({ declared: 100, computed: 99.1 })).toBe(false);
    expect(differs({ declared: 100, computed: 98.9 })).toBe(true);
    expect(differs({ declared: null, computed: 1 })).toBe(false);
  });
});

describe('Colours of deviations', () => {
  it('are pale at none, and different inside and outside', () => {
    expect(hexOf(colourOfDeviation(0))).toBe('#e0e0db');
    expect(hexOf(colourOfDeviation(-5))).toBe(hexOf(colourOfDeviation(-1)));
    expect(hexOf(colourOfDeviation(1))).not.toBe(hexOf(colourOfDeviation(-1)));
  });

  it('are those of the points of a sample, at their places', () => {
    const bytes = new Uint8Array(new Float32Array([1, 2, 3, 0.01]).buffer);
    const floats = btoa(String.fromCharCode(...bytes));
    const sample = { origin: [100, 200, 0] as [number, number, number], count: 1, floats };
    const shown = pointsOf({ sample }, ([x, y, z]) => [x + 0.5, y, z], 0.01)!;
    expect([...shown.coordinates]).toEqual([101.5, 202, 3]);
    expect(hexOf([...shown.colours] as unknown as [number, number, number])).toBe(
      hexOf(colourOfDeviation(1)),
    );
    expect(pointsOf({ sample }, () => undefined, 0.01)).toBeUndefined();
  });
});
