import { describe, expect, it } from 'vitest';
import type { Extent } from './contract.ts';
import { sortSpatially } from './sort-spatially.ts';

const at = (x: number, y: number): Extent => [x, y, x, y];

describe('Spatial order', () => {
  it('finishes a quarter of the plane before the next', () => {
    // Two places in each quarter of a square, every quarter's second one after all first ones.
    const mixed = [at(1, 1), at(9, 1), at(1, 9), at(9, 9), at(2, 2), at(8, 2), at(2, 8), at(8, 8)];
    const quarters = sortSpatially(mixed, (box) => box).map(([x, y]) => (x > 5 ? 1 : 0) + (y > 5 ? 2 : 0));
    expect(quarters).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('keeps all items, and the order of those in one place', () => {
    const same = [at(3, 3), at(3, 3), at(3, 3)];
    expect(sortSpatially(same, (box) => box).map((box) => same.indexOf(box))).toEqual([0, 1, 2]);
    expect(sortSpatially([], (box: Extent) => box)).toEqual([]);
  });
});
