import { beforeAll, describe, expect, it } from 'vitest';
import { learnCrs, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { DEFAULT_FORMAT } from '#core/protocol';
import type { Units } from '#core/settings';
import { printExact, printExactCoordinates, shownUnit } from './exact.ts';
import { printerOf } from './printer.ts';

const FEET: Units = { ...DEFAULT_FORMAT, angleUnit: 'degree', lengthUnit: 'ftUS', lengthDigits: 2 };
const print = printerOf({ language: 'en' }, { get: (() => FEET) as never });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('Coordinates in a project in US survey feet', () => {
  beforeAll(async () => {
    learnCrs({
      code: 'EPSG:2225',
      name: 'California zone 1',
      accuracy: 1,
      proj4:
        '+proj=lcc +lat_0=39.3333333333333 +lon_0=-122 +lat_1=41.6666666666667 +lat_2=40 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +towgs84=0,0,0 +units=us-ft +no_defs',
    });
    await loadProjections();
  });

  it('have their height in feet, as typed and as shown', () => {
    // A US survey foot is 1200 / 3937 m.
    const read = print.parseCoordinates('40 N, 122 W, 3937', 'EPSG:4326')!.position;
    expect(read).toEqual([-122, 40, expect.closeTo(1200, 9)]);
    expect(print.coordinates(read, 'EPSG:4326')).toBe('40.00000000° N, 122.00000000° W, 3937.00 ftUS');
    expect(print.parseCoordinates('40 N, 122 W, 1200 m', 'EPSG:4326')?.position[2]).toBe(1200);
  });

  it('are not read in another unit than that of their system', () => {
    const [east, north] = project('EPSG:2225', [-122, 40]);
    const typed = (unit: string) => print.parseCoordinates(`${east} ${unit}; ${north} ${unit}`, 'EPSG:2225');
    expect(typed('ftUS')?.position[1]).toBeCloseTo(40, 9);
    expect(typed('m')).toBeUndefined();
    expect(typed('ft')).toBeUndefined();
    expect(print.parseCoordinates('304000 ft; 4757000 ft', 'EPSG:32633')).toBeUndefined();
    expect(print.parseCoordinates('304000 m; 4757000 m', 'EPSG:32633')?.crs).toBe('EPSG:32633');
  });
});

describe('Exact values', () => {
  it.each([
    ['km', '0.000001235 km'],
    ['ft', '0.004052 ft'],
  ] as const)('have micrometres in %s', (lengthUnit, text) => {
    expect(plain(printExact(0.001235, shownUnit('length', { ...FEET, lengthUnit }), 'en'))).toBe(text);
  });

  it.each([
    ['ha', '0.0000012340 ha'],
    ['km²', '0.000000012340 km²'],
  ] as const)('have square millimetres in %s', (areaUnit, text) => {
    expect(plain(printExact(0.01234, shownUnit('area', { ...FEET, areaUnit }), 'en'))).toBe(text);
  });

  it('have degrees to the micrometre in every geographic system', () => {
    const place: Position = [12.123456789012, 42.5];
    expect(printExactCoordinates(place, 'EPSG:4258', FEET, 'en')).toMatch(/12\.\d{12}° E/);
  });
});
