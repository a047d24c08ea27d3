import { describe, expect, it } from 'vitest';
import type { ModelCoordinates } from '../api.ts';
import { inSpace, loadCrs, positionsBy } from '#core/geodesy';
import { ModelFrame } from './frame.ts';
import { placed, placementOnEarth, sceneMatrix, unplaced, uprightPlacement } from './place.ts';

/** A map conversion with XAxisAbscissa 3, XAxisOrdinate 4 (cos 0.6, sin 0.8) and a combined factor. */
const PLACEMENT = uprightPlacement(
  {
    crs: 'EPSG:25832',
    eastings: 458_870.063,
    northings: 5_438_232.478,
    height: 113.7,
    rotation: (Math.atan2(4, 3) * 180) / Math.PI,
    scale: 0.9996,
    verticalCrs: 'EPSG:7837',
  },
  { origin: [10, 20, 3], undulation: 48.5 },
);

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

  it('is also that of a model that was tilted', async () => {
    await loadCrs('EPSG:25832');
    const frame = new ModelFrame('EPSG:25832');
    const at = frame.fromModel([458_870, 5_438_232, 160]);
    // Its x axis points east of the ellipsoid and 30° up: the direction of east there, and that of up.
    const [longitude, latitude] = [at[0], at[1]].map((degrees) => (degrees * Math.PI) / 180) as [
      number,
      number,
    ];
    const east = [-Math.sin(longitude), Math.cos(longitude), 0];
    const north = [
      -Math.sin(latitude) * Math.cos(longitude),
      -Math.sin(latitude) * Math.sin(longitude),
      Math.cos(latitude),
    ];
    const up = [
      Math.cos(latitude) * Math.cos(longitude),
      Math.cos(latitude) * Math.sin(longitude),
      Math.sin(latitude),
    ];
    const mix = (a: number[], b: number[], [s, t]: [number, number]) =>
      a.map((value, i) => s * value + t * b[i]!);
    const [x, z] = [mix(east, up, [Math.sqrt(0.75), 0.5]), mix(east, up, [-0.5, Math.sqrt(0.75)])];
    const toEcef = [...x, 0, ...north, 0, ...z, 0, ...inSpace(at), 1];
    const placement = placementOnEarth(
      { box: { min: [-5, -5, 0], max: [5, 5, 0] }, origin: [0, 0, 0] },
      positionsBy(toEcef),
      frame,
    );
    const [before, after] = [placed(placement, [0, 0, 0]), placed(placement, [10, 0, 0])];
    expect(before[0]).toBeCloseTo(458_870, 6);
    expect(before[2]).toBeCloseTo(160, 6);
    // Ten metres along it rise by 10·sin 30°.
    expect(after[2] - before[2]).toBeCloseTo(5, 4);
    const back = unplaced(placement, placed(placement, [1, 2, 3]));
    for (const [i, value] of [1, 2, 3].entries()) expect(back[i]).toBeCloseTo(value, 6);
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
