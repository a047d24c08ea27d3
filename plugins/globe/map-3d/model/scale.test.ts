import { describe, expect, it } from 'vitest';
import { groundResolution, rangeFor, resolutionAt, zoomAt } from './scale.ts';

describe('The scale of the globe', () => {
  it('is that of the flat map at the same zoom', () => {
    // 2π · 6378137 m / 256 pixels at zoom 0 on the equator; half as much at each level, and at 60° by cos 60° = ½.
    expect(groundResolution(0, 0)).toBeCloseTo(156_543.034, 3);
    expect(groundResolution(17, 60)).toBeCloseTo(156_543.034 / 2 ** 17 / 2, 6);
    expect(zoomAt(groundResolution(17.3, 45), 45)).toBeCloseTo(17.3, 12);
  });

  it('comes with the distance: half the picture is the tangent of half the angle', () => {
    // 90° from top to bottom: from 100 m one sees 200 m, on 400 pixels half a metre each.
    expect(resolutionAt(100, Math.PI / 2, 400)).toBeCloseTo(0.5, 12);
    expect(rangeFor(0.5, Math.PI / 2, 400)).toBeCloseTo(100, 12);
  });
});
