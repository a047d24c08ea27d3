import { describe, expect, it } from 'vitest';
import { regionOfClip } from './cloud-clip.ts';

const rounded = (axes: readonly (readonly number[])[]) =>
  axes.map((axis) => axis.map((value) => Math.round(value * 1e12) / 1e12 + 0));

function axesOf(turn: readonly [number, number, number]) {
  const region = regionOfClip({ kind: 'box', center: [1, 2, 3], size: [4, 5, 6], turn });
  if (region.kind !== 'turned-box') throw new Error('no box');
  return rounded(region.axes);
}

describe('A clip as a region', () => {
  it('turns a box about the vertical, then about its own east and north axes', () => {
    expect(axesOf([0, 0, 0])).toEqual([[1, 0, 0], [0, 1, 0], [0, 0, 1]]); // prettier-ignore
    // Counter-clockwise: the east axis points north.
    expect(axesOf([90, 0, 0])).toEqual([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]); // prettier-ignore
    // About the east axis: the north axis points up.
    expect(axesOf([0, 90, 0])).toEqual([[1, 0, 0], [0, 0, 1], [0, -1, 0]]); // prettier-ignore
    // About the north axis: the east axis points down.
    expect(axesOf([0, 0, 90])).toEqual([[0, 0, -1], [0, 1, 0], [1, 0, 0]]); // prettier-ignore
    // Its own east axis is north after the first turn.
    expect(axesOf([90, 90, 0])).toEqual([[0, 1, 0], [0, 0, 1], [1, 0, 0]]); // prettier-ignore
  });

  it('keeps three unit axes at right angles, which the server demands', () => {
    const axes = axesOf([33, -57, 121]);
    for (const [i, one] of axes.entries())
      for (const [j, other] of axes.entries())
        expect(one.reduce((sum, value, n) => sum + value * other[n]!, 0)).toBeCloseTo(i === j ? 1 : 0, 9);
  });

  it('makes a prism of a polygon and a corridor of a slab', () => {
    const ring = [[0, 0], [4, 0], [4, 4]] as [number, number][]; // prettier-ignore
    expect(regionOfClip({ kind: 'polygon', ring, heights: undefined })).toEqual({ kind: 'prism', ring });
    expect(regionOfClip({ kind: 'polygon', ring, heights: [1, 9] })).toMatchObject({ zMin: 1, zMax: 9 });
    expect(regionOfClip({ kind: 'slab', from: [0, 0], to: [5, 0], width: 2 })).toEqual({
      kind: 'corridor',
      line: [[0, 0], [5, 0]], // prettier-ignore
      width: 2,
    });
  });
});
