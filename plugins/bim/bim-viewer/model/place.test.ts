import { describe, expect, it } from 'vitest';
import type { ModelCoordinates } from '../api.ts';
import { placed, sceneMatrix, unplaced, type Placement } from './place.ts';

/** A map conversion with XAxisAbscissa 3, XAxisOrdinate 4 (cos 0.6, sin 0.8) and a combined factor. */
const PLACEMENT: Placement = {
  transform: {
    crs: 'EPSG:25832',
    eastings: 458_870.063,
    northings: 5_438_232.478,
    height: 113.7,
    rotation: (Math.atan2(4, 3) * 180) / Math.PI,
    scale: 0.9996,
    verticalCrs: 'EPSG:7837',
  },
  origin: [10, 20, 3],
  undulation: 48.5,
};

describe('The place of a model', () => {
  it('is that of the formula of IfcMapConversion, above the ellipsoid', () => {
    const [east, north, up] = placed(PLACEMENT, [100, 50, 2]);
    // E = 458870.063 + 0.9996·(100·0.6 − 50·0.8), N = 5438232.478 + 0.9996·(100·0.8 + 50·0.6), H = 113.7 + 2 + 48.5
    expect(east).toBeCloseTo(458_870.063 + 0.9996 * 20, 9);
    expect(north).toBeCloseTo(5_438_232.478 + 0.9996 * 110, 8);
    expect(up).toBeCloseTo(164.2, 9);
  });

  it('is found back from the CRS', () => {
    const back = unplaced(PLACEMENT, placed(PLACEMENT, [12.345, -67.89, 4.2]));
    for (const [i, value] of [12.345, -67.89, 4.2].entries()) expect(back[i]).toBeCloseTo(value, 7);
  });

  it('reaches the scene as small numbers with nothing lost of it', () => {
    const sceneOrigin: ModelCoordinates = [458_800, 5_438_200, 160];
    const m = sceneMatrix(PLACEMENT, sceneOrigin);
    // A place of the file in the axes of the fragments: x = X − 10, y = Z − 3, z = −(Y − 20).
    const [x, y, z] = [100 - 10, 2 - 3, -(50 - 20)];
    const at = [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!);
    const wanted = placed(PLACEMENT, [100, 50, 2]).map((value, axis) => value - sceneOrigin[axis]!);
    for (const axis of [0, 1, 2]) expect(at[axis]).toBeCloseTo(wanted[axis]!, 8);
    for (const number of m) expect(Math.abs(number)).toBeLessThan(1000);
  });
});
