import { describe, expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import { faceAt, type TriangleMesh } from './flat-faces.ts';

const NEAR = 0.01;
/** Squares with separate corners, as in models, split along the diagonal. */
function meshOf(squares: readonly (readonly [Vector, Vector, Vector, Vector])[]): TriangleMesh {
  return {
    corners: squares.flat(2),
    triangles: squares.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner)),
  };
}
const square = (x: number, y: number, z: number, side = 10) =>
  [
    [x, y, z],
    [x + side, y, z],
    [x + side, y + side, z],
    [x, y + side, z],
  ] as const satisfies readonly Vector[];
const wall = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 0, 5],
  [0, 0, 5],
] as const satisfies readonly Vector[];
/** The corners of an outline, each once. */
const cornersOf = (face: ReturnType<typeof faceAt>) => [...new Set(face!.flat().map(String))].sort();

describe('A flat face of a mesh', () => {
  const roof = square(0, 0, 5);

  it('has the edges of its outline, and not those of its triangles', () => {
    const face = faceAt(meshOf([roof, wall]), [2, 3, 5], NEAR);
    expect(face).toHaveLength(4);
    expect(cornersOf(face)).toEqual(['0,0,5', '0,10,5', '10,0,5', '10,10,5']);
    // On the other side of the diagonal it is the same face.
    expect(cornersOf(faceAt(meshOf([roof, wall]), [8, 1, 5], NEAR))).toEqual(cornersOf(face));
  });

  it('extends over coplanar neighbours, and no farther', () => {
    const face = faceAt(meshOf([roof, square(10, 0, 5), square(20, 0, 5.5)]), [2, 3, 5], NEAR);
    // 20 by 10: the edge between both, from 10,0 to 10,10, is not there.
    expect(face).toHaveLength(6);
    expect(face!.every(([a, b]) => a[0] !== 10 || b[0] !== 10)).toBe(true);
  });

  it('is the one at the point: the wall below the roof', () => {
    const face = faceAt(meshOf([roof, wall]), [5, 0.001, 2], NEAR);
    expect(cornersOf(face)).toEqual(['0,0,0', '0,0,5', '10,0,0', '10,0,5']);
  });

  it('has the same outline where the mesh has both sides', () => {
    const back = roof.toReversed() as unknown as typeof roof;
    expect(faceAt(meshOf([roof, back]), [2, 3, 5], NEAR)).toHaveLength(4);
  });

  it('does not exist beside the mesh, nor for triangles without area', () => {
    expect(faceAt(meshOf([roof]), [2, 3, 5.1], NEAR)).toBeUndefined();
    expect(faceAt(meshOf([roof]), [-1, 3, 5], NEAR)).toBeUndefined();
    const none = { corners: Array<number>(9).fill(1), triangles: [0, 1, 2] };
    expect(faceAt(none, [1, 1, 1], NEAR)).toBeUndefined();
  });

  it('does not depend on the previous query', () => {
    const mesh = meshOf([roof, wall, square(10, 0, 5), square(0, 10, 3)]);
    const walk: Vector[] = [
      [2, 3, 5],
      [8, 1, 5],
      [5, 0.005, 2],
      [5, 0.005, 4.999],
      [5, 0.005, 5],
      [15, 5, 5],
      [5, 9.999, 5],
      [5, 15, 3],
      [5, 15, 4],
      [2, 3, 5],
    ];
    for (const point of walk) expect(faceAt(mesh, point, NEAR)).toEqual(faceAt({ ...mesh }, point, NEAR));
  });
});
