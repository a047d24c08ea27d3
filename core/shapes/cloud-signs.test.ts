import { describe, expect, it } from 'vitest';
import type { CloudMeasured, Geometry } from '#core/protocol';
import { signOf } from './cloud-signs.ts';

const source = { cloudId: 'c', content: 1, edits: 0, points: 9, complete: true, stoppedBy: null };
const plane = {
  centre: [0, 0, 0],
  normal: [0, 0, 1],
  slope: 0,
  aspect: null,
  rms: 0,
  plusMinus: 0,
  points: 9,
};
const sign = (measured: object) =>
  signOf({ source, ...measured } as unknown as CloudMeasured, 1, ([x, y, z]) => [x, y, z]);
const lengthOf = (geometry: Geometry) =>
  geometry.type === 'LineString'
    ? geometry.coordinates
        .slice(1)
        .reduce(
          (sum, to, i) => sum + Math.hypot(...to.map((each, n) => each - geometry.coordinates[i]![n]!)),
          0,
        )
    : NaN;

describe('The sign of what was found', () => {
  it('is another for each, and of its size', () => {
    const x = { ...plane, normal: [1, 0, 0] };
    const y = { ...plane, normal: [0, 1, 0] };
    const lengths = (measured: object) => sign(measured).map((one) => Number(lengthOf(one).toFixed(2)));
    expect(lengths({ measure: 'pick', point: { position: [1, 2, 3] } })).toEqual([1, 1]);
    expect(lengths({ measure: 'plane', plane })).toEqual([8, 1]);
    expect(lengths({ measure: 'edge', edge: { point: [0, 0, 0], direction: [0, 1, 0] } })).toEqual([4]);
    expect(lengths({ measure: 'corner', corner: { point: [0, 0, 0], planes: [plane, x, y] } })).toEqual([
      2, 2, 2,
    ]);
    // A pipe of radius 0.5: π, drawn as 32 chords.
    expect(
      lengths({ measure: 'axis', axis: { point: [0, 0, 0], direction: [1, 0, 0], radius: 0.5 } }),
    ).toEqual([4, 3.14]);
    expect(lengths({ measure: 'ground', ground: { position: [0, 0, 0] } })).toEqual([2, 3.14]);
    expect(sign({ measure: 'plane', plane: null })).toEqual([]);
  });

  it('of a corner is its edges', () => {
    const planes = [[0, 0, 1], [1, 0, 0], [0, 1, 0]].map((normal) => ({ ...plane, normal })); // prettier-ignore
    const edges = sign({ measure: 'corner', corner: { point: [5, 5, 5], planes } });
    // Of two planes the edge is at right angles to both normals.
    expect(edges.map((edge) => edge.type === 'LineString' && edge.coordinates[1])).toEqual([
      [5, 6, 5],
      [5, 5, 6],
      [6, 5, 5],
    ]);
  });
});
