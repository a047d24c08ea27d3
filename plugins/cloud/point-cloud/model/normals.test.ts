import { describe, expect, it } from 'vitest';
import { normalsOf } from './normals.ts';

/** Points of a plane through two directions, 0.1 apart. */
function plane(u: readonly number[], v: readonly number[], side = 20): Float32Array {
  const points: number[] = [];
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++)
      for (let axis = 0; axis < 3; axis++) points.push(5 + 0.1 * (i * u[axis]! + j * v[axis]!));
  return new Float32Array(points);
}

describe('Normals of a surface of points', () => {
  it.each([
    ['level ground', [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ['a wall', [0, 1, 0], [0, 0, 1], [1, 0, 0]],
    // A roof of 45°, up to the east.
    ['a roof', [Math.SQRT1_2, 0, Math.SQRT1_2], [0, 1, 0], [-Math.SQRT1_2, 0, Math.SQRT1_2]],
  ])('stand at right angles on %s', (_, u, v, expected) => {
    const normals = normalsOf(plane(u, v));
    for (let i = 0; i < normals.length; i += 3) {
      const along = expected.reduce((sum, part, axis) => sum + part * normals[i + axis]!, 0);
      expect(along).toBeCloseTo(1, 4);
    }
  });

  it('are none where points have no surface', () => {
    expect([...normalsOf(new Float32Array([0, 0, 0, 1, 1, 1]))]).toEqual(Array(6).fill(0));
    const line = new Float32Array(Array.from({ length: 30 }, (_, i) => Math.floor(i / 3)));
    expect([...normalsOf(line)]).toEqual(Array(30).fill(0));
    expect([...normalsOf(new Float32Array(60))]).toEqual(Array(60).fill(0));
  });
});
