import { Plane, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { edgesOf } from '../model/edges.ts';
import type { CutEdge } from './clip-edge.ts';
import { seenEdges, type Solid } from './hidden-lines.ts';

/** An upright box. */
function box(min: readonly number[], max: readonly number[]): Solid {
  const corner = (i: number) => [
    i & 1 ? max[0]! : min[0]!,
    i & 2 ? max[1]! : min[1]!,
    i & 4 ? max[2]! : min[2]!,
  ];
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]; // prettier-ignore
  const corners = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const positions = Float32Array.from(corners.flatMap((i) => corner(i!)));
  const indices = Uint32Array.from(corners, (_, i) => i);
  const edges = edgesOf({ positions, indices }).map(([a, b]): CutEdge => [
    new Vector3(...a),
    new Vector3(...b),
  ]);
  return { positions, indices, edges };
}
const lengthOf = (edges: readonly CutEdge[]) => edges.reduce((sum, [a, b]) => sum + a.distanceTo(b), 0);
const SOUTH = new Vector3(0, -1, 0);
/** On the upper edge of the front of the wall. */
const isTop = (edge: CutEdge) => edge.every(({ y, z }) => y === 1 && z === 3);

describe('Hidden lines of an elevation', () => {
  it('of a cube are those behind its front', async () => {
    const { visible, hidden } = await seenEdges([box([0, 0, 0], [1, 1, 1])], SOUTH, []);
    // The four of the front; the four behind and the four that lead there are behind it, or end-on.
    expect(lengthOf(visible)).toBeCloseTo(4, 2);
    expect(lengthOf(hidden)).toBeCloseTo(8, 2);
  });

  it('begin where another thing stands before them', async () => {
    const wall = box([0, 1, 0], [4, 1.2, 3]);
    const tower = box([1, 0, 0], [2, 0.2, 5]);
    const { visible } = await seenEdges([wall, tower], SOUTH, []);
    const top = visible.filter(isTop);
    // The upper edge of 4 m, without the 1 m behind the tower.
    expect(lengthOf(top)).toBeCloseTo(3, 2);
    const ends = top.flatMap((edge) => edge.map(({ x }) => x)).sort((a, b) => a - b);
    [0, 1, 2, 4].forEach((x, i) => expect(ends[i]).toBeCloseTo(x, 2));
  });

  it('are seen where what hid them was cut away', async () => {
    const wall = box([0, 1, 0], [4, 1.2, 3]);
    const tower = box([1, 0, 0], [2, 0.2, 5]);
    // What is south of 0.5 m is removed.
    const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(0, 1, 0), new Vector3(0, 0.5, 0));
    const { visible } = await seenEdges([wall, tower], SOUTH, [plane]);
    expect(lengthOf(visible.filter(isTop))).toBeCloseTo(4, 2);
    expect(visible.some(([a]) => a.y < 0.5)).toBe(false);
  });
});
