import { describe, expect, it } from 'vitest';
import { edgesOf } from './edges.ts';

/** A unit cube of 12 triangles that share no corners, as models have them. */
function cube(): { positions: number[]; indices: number[] } {
  const corner = (i: number) => [i & 1, (i >> 1) & 1, (i >> 2) & 1];
  const faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]; // prettier-ignore
  const positions = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap((i) => corner(i!)));
  return { positions, indices: positions.map((_, i) => i).slice(0, positions.length / 3) };
}

describe('The edges of an element', () => {
  it('are the twelve of a cube, without the diagonals of its faces', () => {
    const edges = edgesOf(cube());
    expect(edges).toHaveLength(12);
    for (const [a, b] of edges) expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBe(1);
  });

  it('include the border of an open face, and none of a triangle without area', () => {
    const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 0, 0];
    expect(edgesOf({ positions, indices: [0, 1, 2] })).toHaveLength(3);
    expect(edgesOf({ positions, indices: [0, 1, 3] })).toHaveLength(0);
  });
});
