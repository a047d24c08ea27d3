import { beforeAll, describe, expect, it } from 'vitest';
import {
  parseAngle,
  parseCoordinates,
  parseArea,
  parseLength,
  parseNumber,
  printAngle,
  printArea,
  printCoordinates,
  printDms,
  printLength,
  project,
} from './index.ts';
import { loadProjections } from './crs.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

beforeAll(loadProjections);

describe('Numbers', () => {
  it.each([
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ["1'234.5", 1234.5],
    ['1.234.567', 1234567],
    ['-0,25', -0.25],
    ['−3', -3],
    ['1e3', 1000],
    ['.5', 0.5],
  ])('reads %s', (text, value) => expect(parseNumber(text)).toBe(value));
  it.each(['', 'a', '1,2,3.4.5', '-', '1-2', '1.2,3.4'])('does not read "%s"', (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );
});

describe('Lengths and areas', () => {
  it('are printed in one unit with fixed decimals, in the format of the language', () => {
    expect(plain(printLength(12.34567, 'en'))).toBe('12.346 m');
    expect(plain(printLength(133.54, 'en'))).toBe('133.540 m');
    expect(plain(printLength(12345.67, 'it'))).toBe('12.345,670 m');
    expect(plain(printLength(12345.67, 'en', 'km', 6))).toBe('12.345670 km');
    // 100 / 0.3048, 100 × 3937 / 1200 and 1609.344 m.
    expect(plain(printLength(100, 'en', 'ft', 2))).toBe('328.08 ft');
    expect(plain(printLength(1200, 'en', 'ftUS', 4))).toBe('3,937.0000 ftUS');
    expect(plain(printLength(1609.344, 'en', 'mi', 1))).toBe('1.0 mi');
    expect(plain(printArea(123.456, 'it'))).toBe('123,46 m²');
    expect(plain(printArea(18664.27, 'en'))).toBe('18,664.27 m²');
    expect(plain(printArea(18664.27, 'en', 'ha', 6))).toBe('1.866427 ha');
    // An acre: 43,560 × 0.3048² = 4046.8564224 m².
    expect(plain(printArea(4046.8564224, 'en', 'ac', 4))).toBe('1.0000 ac');
  });
  it('are parsed with their unit', () => {
    expect(
      ['12,5', '12.5 m', '1,2km', '350 cm', '10 ft', 'm', 'ten'].map((text) => parseLength(text)),
    ).toEqual([
      12.5,
      12.5,
      1200,
      3.5,
      // 10 × 0.3048
      3.048,
      undefined,
      undefined,
    ]);
    // Plain numbers are in the given unit.
    expect(parseLength('10', 'ft')).toBeCloseTo(3.048, 12);
    expect(parseLength('12 m', 'ft')).toBe(12);
    expect(parseLength('3937 ftUS')).toBeCloseTo(1200, 9);
    expect(parseLength("6'")).toBeCloseTo(1.8288, 12);
    expect(
      ['1252', '1252 m2', '0.5 ha', '2 a', '1 ac', 'ha', '5 constructor'].map((text) => parseArea(text)),
    ).toEqual([1252, 1252, 5000, 200, expect.closeTo(4046.8564224, 9), undefined, undefined]);
    expect(parseArea('2', 'ha')).toBe(20_000);
  });
});

describe('Angles', () => {
  it('are printed in the chosen unit', () => {
    expect(printAngle(12.5, 'degree', 'en')).toBe('12.50000°');
    // 12.5 × π / 180 and 12.5 / 0.9
    expect(plain(printAngle(12.5, 'radian', 'en'))).toBe('0.218166 rad');
    expect(plain(printAngle(12.5, 'gradian', 'it'))).toBe('13,8889 gon');
    expect(printAngle(12.5, 'dms', 'en')).toBe('12°30′00.0″');
  });
  it('carry over seconds that round to sixty', () => {
    expect(printDms(12.9999999, 'en')).toBe('13°00′00.00″');
    expect(printDms(-0.5, 'it', 1)).toBe('−0°30′00,0″');
    expect(printDms(-1e-9, 'en')).toBe('0°00′00.00″');
  });
  it.each([
    ['12.5', 'degree', 12.5],
    ['100', 'gradian', 90],
    ['100 gon', 'degree', 90],
    ['12°30\'00"', 'gradian', 12.5],
    ['12°30′', 'degree', 12.5],
    ['12:30:36', 'degree', 12.51],
    ['12 30 36', 'degree', 12.51],
    ['12d30m36s', 'degree', 12.51],
    ["-12°30'", 'degree', -12.5],
    ['N 45° E', 'degree', 45],
    ['S 10 E', 'degree', 170],
    ['S10W', 'degree', 190],
    ['N 30° O', 'degree', 330],
  ] as const)('reads %s (%s)', (text, unit, degrees) =>
    expect(parseAngle(text, unit)).toBeCloseTo(degrees, 10),
  );
  it('reads radians', () => expect(parseAngle('1,5 rad', 'degree')).toBeCloseTo((1.5 * 180) / Math.PI, 12));
  it.each(['', 'north', "12°61'", '12 30 60', '45°30.5\'10"'])('does not read "%s"', (text) =>
    expect(parseAngle(text, 'degree')).toBeUndefined(),
  );
});

describe('Coordinates', () => {
  const MILAN = [9.19, 45.4642] as const;
  it.each([
    '45.4642, 9.19',
    '45.4642 9.19',
    '45,4642 9,19',
    '45,4642; 9,19',
    '45,4642, 9,19',
    '45.4642,9.19',
    '45,4642,9,19',
    '45.4642°, 9.19°',
    '45.4642 N 9.19 E',
    '9.19E 45.4642N',
    'N45.4642 E9.19',
    'lat 45.4642 lon 9.19',
    'lon: 9.19, lat: 45.4642',
    '45°27\'51.12"N 9°11\'24"E',
    '45°27′51,12″ N, 9°11′24″ E',
    'N 45° 27\' 51.12" E 9° 11\' 24"',
    '45 27 51.12 N 9 11 24 E',
    '45 27 51.12 9 11 24',
    "45°27.852'N, 9°11.4'E",
    '45:27:51.12, 9:11:24',
    '45.4642 / 9.19',
    'EPSG:4326 45.4642, 9.19',
  ])('reads %s as a place in Milan', (text) => {
    const parsed = parseCoordinates(text);
    expect(parsed?.position[0]).toBeCloseTo(MILAN[0], 8);
    expect(parsed?.position[1]).toBeCloseTo(MILAN[1], 8);
  });

  it('reads south, west and ovest as negative, and a first number beyond 90 as a longitude', () => {
    expect(parseCoordinates('33.9 S, 18.4 E')?.position).toEqual([18.4, -33.9]);
    expect(parseCoordinates('40.7N 74O')?.position).toEqual([-74, 40.7]);
    expect(parseCoordinates('151.2, -33.8')?.position).toEqual([151.2, -33.8]);
  });

  it('reads heights', () => {
    expect(parseCoordinates('45.4642, 9.19, 120.5')?.position).toEqual([9.19, 45.4642, 120.5]);
    expect(parseCoordinates('45.4642° N, 9.19° E, 120.5 m')?.position).toEqual([9.19, 45.4642, 120.5]);
  });

  it('reads eastings and northings in the given or named CRS, in its order', () => {
    const [east, north] = project('EPSG:3003', [...MILAN]);
    for (const text of [
      `${east} ${north}`,
      `E ${east} N ${north}`,
      `N=${north} E=${east}`,
      `X ${east}; Y ${north}`,
      `${String(east).replace('.', ',')}; ${String(north).replace('.', ',')}`,
    ]) {
      const parsed = parseCoordinates(text, 'EPSG:3003');
      expect(parsed?.position[0], text).toBeCloseTo(MILAN[0], 7);
      expect(parsed?.position[1], text).toBeCloseTo(MILAN[1], 7);
    }
    const [x, y] = project('EPSG:6707', [...MILAN]);
    const northFirst = parseCoordinates(`${y}, ${x} EPSG:6707`);
    expect(northFirst?.order).toBe('ne');
    expect(northFirst?.position[0]).toBeCloseTo(MILAN[0], 8);
  });

  it('reads angles as angles whatever the CRS', () => {
    expect(parseCoordinates("45°27'N 9°E", 'EPSG:3003')?.crs).toBe('EPSG:4326');
  });

  it.each(['', 'Milan', '45', '95, 200', '45 N, 9 N', '1, 2, 3, 4, 5', "45°27'N", 'EPSG:9999 1 2'])(
    'does not read "%s"',
    (text) => expect(parseCoordinates(text)).toBeUndefined(),
  );

  it('prints text that parses back to a millimetre, in every form and language', () => {
    for (const locale of ['en', 'it']) {
      for (const crs of ['EPSG:4326', 'EPSG:3003', 'EPSG:6707', 'EPSG:32632']) {
        for (const form of ['decimal', 'dms'] as const) {
          const text = printCoordinates([...MILAN, 120.25], { crs, locale, form, digits: 5, withCrs: true });
          const parsed = parseCoordinates(text);
          expect(parsed?.position[2], text).toBe(120.25);
          expect(parsed?.position[0], text).toBeCloseTo(MILAN[0], 5);
          expect(parsed?.position[1], text).toBeCloseTo(MILAN[1], 5);
        }
      }
    }
  });

  it('prints in the order of the axes', () => {
    expect(printCoordinates([9.19, 45.4642], { locale: 'en', digits: 4 })).toBe('45.4642° N, 9.1900° E');
    expect(printCoordinates([-9.19, -45.5], { locale: 'it', form: 'dms', digits: 0 })).toBe(
      '45°30′00″ S; 9°11′24″ W',
    );
    expect(printCoordinates([9, 45], { crs: 'EPSG:32632', locale: 'en' })).toMatch(
      /^E 500000\.000, N 49829\d\d\.\d{3}$/,
    );
  });
});
