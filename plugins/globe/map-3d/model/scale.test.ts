import { describe, expect, it } from 'vitest';
import { groundResolution, rangeFor, resolutionAt, zoomAt } from './scale.ts';

describe('The scale of the globe', () => {
  it('is that of the flat map at the same zoom', () => {
    // 2π · 6378137 m / 256 pixels at zoom 0 on the equator; half of it at each level, and at 60° times cos 60° = ½.
    expect(groundResolution(0, 0)).toBeCloseTo(156_543.034, 3);
    expect(groundResolution(17, 60)).toBeCloseTo(156_543.034 / 2 ** 17 / 2, 6);
    expect(zoomAt(groundResolution(17.3, 45), 45)).toBeCloseTo(17.3, 12);
  });

  it('follows from the distance: half the picture is the tangent of half the field of view', () => {
    // 90° field of view: 100 m away 200 m are visible, half a metre for each of 400 pixels.
    expect(resolutionAt(100, Math.PI / 2, 400)).toBeCloseTo(0.5, 12);
    expect(rangeFor(0.5, Math.PI / 2, 400)).toBeCloseTo(100, 12);
  });
});
