import { describe, expect, it } from 'vitest';
import { outlinesOf } from './outline.ts';

/** Rows of `#` and `.`, as many as there are characters in a row. */
function outlines(...rows: string[]): number[][][] {
  const cells = Uint8Array.from(rows.join(''), (each) => (each === '#' ? 1 : 0));
  return outlinesOf(cells, rows.length).map((rings) => rings.map((ring) => [...ring]));
}

/** Twice the signed area, positive where the ring is clockwise on screen. */
function area(ring: number[]): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  return sum;
}

describe('outlines of cells', () => {
  it('go around all cells that share a side, with corners only', () => {
    expect(outlines('##.', '##.', '...')).toEqual([[[2, 0, 2, 2, 0, 2, 0, 0]]]);
  });

  it('have the holes of an area after its outer ring, in the opposite direction', () => {
    const [rings, ...others] = outlines('#####', '#.###', '###.#', '#####', '.....');
    expect(others).toEqual([]);
    // 20 cells, less two holes of one cell each.
    expect(rings!.map(area)).toEqual([40, -2, -2]);
  });

  it('separate cells that meet in a corner', () => {
    expect(outlines('#.', '.#').map((rings) => rings.map(area))).toEqual([[2], [2]]);
  });

  it('keep what lies in a hole apart from what lies around it', () => {
    const found = outlines('#####', '#...#', '#.#.#', '#...#', '#####');
    expect(found.map((rings) => rings.map(area))).toEqual([[50, -18], [2]]);
  });

  it('contain as much as the cells, whatever their pattern', () => {
    const side = 64;
    let seed = 7;
    const cells = Uint8Array.from({ length: side * side }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31 < 0.6 ? 1 : 0;
    });
    const total = outlinesOf(cells, side).reduce(
      (sum, rings) => sum + rings.reduce((all, ring) => all + area([...ring]), 0),
      0,
    );
    expect(total).toBe(2 * cells.reduce((sum, each) => sum + each, 0));
  });
});
