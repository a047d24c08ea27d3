import { beforeAll, describe, expect, it } from 'vitest';
import { direct, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn } from '#core/sketch';
import { desk } from '#core/testing';
import { locksOf, NOTHING, straightOn, valuesAt, type Terms } from './values.ts';

const START: Position = [12.5, 41.9];
/** A segment of 100 m to the east. */
const LEG: Position[] = [START, direct(START, 90, 100)];
const GEODESIC: Terms = {
  frame: { metric: geodesic, crs: 'EPSG:4326' },
  units: desk().settings.get('units'),
  deflects: false,
};

describe('Typed values', () => {
  beforeAll(loadProjections);

  it('are parsed with comma or point, with units, in the angle unit of the person', () => {
    const typed = { ...NOTHING, distance: '12,5', azimuth: '50', z: '350 cm' };
    expect(
      locksOf(typed, LEG, { ...GEODESIC, units: { ...GEODESIC.units, angleUnit: 'gradian' } }).locks,
    ).toEqual({
      distance: 12.5,
      azimuth: 45,
      z: 3.5,
    });
  });

  it('are in the unit of the project unless they name another', () => {
    const units = { ...GEODESIC.units, lengthUnit: 'ft', lengthDigits: 2, angleUnit: 'dms' } as const;
    const typed = { ...NOTHING, distance: '100', azimuth: '45 30', z: '3.5 m' };
    // 100 × 0.3048.
    expect(locksOf(typed, LEG, { ...GEODESIC, units }).locks).toEqual({
      distance: expect.closeTo(30.48, 12) as number,
      azimuth: 45.5,
      z: 3.5,
    });
    const live = valuesAt({ vertices: [START], cursor: LEG[1]! }, { ...GEODESIC, units }, 'en');
    // 100 / 0.3048.
    expect([live.distance, live.azimuth]).toEqual(['328.08', '90°00′00.0″']);
  });

  it('report the invalid fields, and apply the others', () => {
    const { locks, wrong } = locksOf({ ...NOTHING, distance: 'far', x: '12 30 15', y: '95' }, LEG, GEODESIC);
    // 12° + 30′/60 + 15″/3600.
    expect(locks).toEqual({ x: expect.closeTo(12.504166666666667, 12) as number });
    expect([...wrong]).toEqual(['distance', 'y']);
  });

  it('turn from the last segment where they are deflections', () => {
    const ahead = straightOn(LEG, GEODESIC.frame)!;
    // The segment starts eastwards; 100 m on, the meridians have turned by sin 41.9° × 0.0012°.
    expect(ahead).toBeCloseTo(90, 2);
    const { locks } = locksOf({ ...NOTHING, azimuth: '-30' }, LEG, { ...GEODESIC, deflects: true });
    expect(locks.azimuth).toBeCloseTo(ahead - 30, 9);
    expect(locksOf({ ...NOTHING, azimuth: '5' }, [START], { ...GEODESIC, deflects: true }).locks).toEqual({});
  });

  it('are easting and northing where the measuring CRS is projected', () => {
    const crs = 'EPSG:32633';
    const terms: Terms = { ...GEODESIC, frame: { metric: planeIn(crs), crs } };
    expect(locksOf({ ...NOTHING, x: '291234.567', y: '4641234,5' }, LEG, terms).locks).toEqual({
      x: 291234.567,
      y: 4641234.5,
    });
    const shown = valuesAt({ vertices: LEG, cursor: START }, terms, 'en');
    const [east] = project(crs, START);
    expect(Number(shown.x.replaceAll(',', ''))).toBeCloseTo(east, 3);
  });

  it("show the values of the pointer's position", () => {
    const cursor = direct(LEG[1]!, 0, 25);
    expect(valuesAt({ vertices: LEG, cursor }, GEODESIC, 'en')).toMatchObject({
      distance: '25.000',
      azimuth: '0.00000',
      z: '',
    });
    expect(valuesAt({ vertices: [], cursor: undefined }, GEODESIC, 'en')).toEqual(NOTHING);
  });
});
