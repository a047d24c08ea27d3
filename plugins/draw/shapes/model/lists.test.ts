import { describe, expect, it } from 'vitest';
import { distance } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, printerOf } from '#core/sketch';
import { desk } from '#core/testing';
import { listed, type ListFormat, type ListInput } from './listed.ts';
import { readCoordinates, readLegs } from './rows.ts';
import { adjusted, misclosure, stations } from './traverse.ts';

const { settings } = desk();
const parser = printerOf({ language: 'en' }, settings);
const MANNER: ListFormat = { crs: 'EPSG:4326', parser, metric: geodesic };
const typed = (more: Partial<ListInput>): ListInput => ({
  kind: 'traverse',
  rows: '',
  becomes: 'line',
  start: '43 N 12 E',
  closing: 'open',
  known: '',
  adjusts: false,
  ...more,
});

describe('A pasted list of coordinates', () => {
  it.each([
    ['42.9 12.6\n42.91 12.61', 'plain numbers, latitude first'],
    ['lat;lon\n42.9;12.6\n42.91;12.61', 'a heading'],
    ['P1;42.9;12.6\nP2;42.91;12.61', 'names'],
    ['1;42.9;12.6\n2;42.91;12.61', 'numbers as names'],
    ['P1\t42,9\t12,6\tcorner\r\nP2\t42,91\t12,61\twell', 'names, remarks and decimal commas'],
    ['# from the field\n12.6 E 42.9 N\n\n12.61 E 42.91 N', 'letters, remarks, blank lines'],
  ])('%j: %s', (text) => {
    const { read, bad } = readCoordinates(text, 'EPSG:4326', parser);
    expect(bad).toEqual([]);
    expect(read).toEqual([
      [12.6, 42.9],
      [12.61, 42.91],
    ]);
  });

  it('keeps heights, and reports the invalid lines', () => {
    const text = '42.9;12.6;250.5\nnowhere at all 3\n42.91;12.61;251';
    const { read, bad } = readCoordinates(text, 'EPSG:4326', parser);
    expect(read).toEqual([
      [12.6, 42.9, 250.5],
      [12.61, 42.91, 251],
    ]);
    expect(bad).toEqual([{ row: 2, text: 'nowhere at all 3' }]);
  });
});

describe('Lists in a project in US survey feet', () => {
  const feet = desk().settings;
  feet.set('units', { ...feet.get('units'), lengthUnit: 'ftUS' });
  const inFeet = printerOf({ language: 'en' }, feet);

  it('have heights in feet, unless these name another unit', () => {
    const { read } = readCoordinates(
      '42.9;12.6;3937\n42.9;12.6;3937 ft\n42.9;12.6;1200 m',
      'EPSG:4326',
      inFeet,
    );
    // A US survey foot is 1200 / 3937 m.
    expect(read.map(([, , height]) => Number(height!.toFixed(6)))).toEqual([1200, 1199.9976, 1200]);
  });

  it('have distances in feet, also with their unit after a blank', () => {
    const { read, bad } = readLegs('45 3937\n45 3937 ftUS\n45 1200 m', inFeet);
    expect(bad).toEqual([]);
    expect(read.map(({ distance: metres }) => Number(metres.toFixed(6)))).toEqual([1200, 1200, 1200]);
  });
});

describe('A list of azimuths and distances', () => {
  it.each([
    ['45.5 100', 45.5, 100],
    ['A-B; 45°30′; 100 m', 45.5, 100],
    ['45 30 0 0.1 km', 45.5, 100],
    ['N 45.5° E, 100', 45.5, 100],
    ['50.5555555556 gon\t100,00', 45.5, 100],
  ])('%j', (text, azimuth, metres) => {
    const { read, bad } = readLegs(text, parser);
    expect(bad).toEqual([]);
    expect(read[0]!.azimuth).toBeCloseTo(azimuth, 8);
    expect(read[0]!.distance).toBeCloseTo(metres, 9);
  });

  it.each(['45', '45 -3', '45 0', 'north 100', 'N 91 E 100'])('%j is none', (text) => {
    expect(readLegs(text, parser).bad).toHaveLength(1);
  });
});

describe('A traverse', () => {
  const START: Position = [12, 43];
  const SQUARE = [0, 90, 180, 270].map((azimuth) => ({ azimuth, distance: 100 }));

  it('reports the misclosure and its ratio to the length', () => {
    const at = stations(geodesic, START, [...SQUARE.slice(0, 3), { azimuth: 270, distance: 99.9 }]);
    const missing = misclosure(geodesic, at, START);
    // 10 cm short, and the parallel 100 m farther north is longer by 100 m × 100 m × tan 43° / 6378 km = 1.46 mm; the
    // convergence of the meridians turns it by 0.8°.
    expect(missing.length).toBeCloseTo(0.1 + 0.00146, 4);
    expect(Math.abs(missing.azimuth - 270)).toBeLessThan(1);
    expect(missing.ratio).toBeCloseTo(399.9 / missing.length, 6);
  });

  it('reaches the target after adjustment, each station moved by its share', () => {
    const at = stations(geodesic, START, [...SQUARE.slice(0, 3), { azimuth: 270, distance: 99.6 }]);
    const missing = misclosure(geodesic, at, START);
    const moved = adjusted(geodesic, at, missing);
    expect(moved[0]).toEqual(START);
    expect(distance(moved.at(-1)!, START)).toBeLessThan(1e-6);
    // The second corner is after half of the 399.6 m, less 0.2 m.
    expect(distance(at[2]!, moved[2]!)).toBeCloseTo((missing.length * 200) / 399.6, 6);
  });

  it('makes a ring that does not repeat its start', () => {
    const rows = SQUARE.map(({ azimuth, distance: metres }) => `${azimuth} ${metres}`).join('\n');
    const made = listed(typed({ rows, closing: 'start', becomes: 'ring', adjusts: true }), MANNER);
    expect(made.problem).toBeUndefined();
    expect(made.vertices).toHaveLength(4);
    expect(made.missing!.length).toBeLessThan(0.01);
  });

  it.each([
    [{ rows: '0 100', start: 'here' }, 'start'],
    [{ rows: '0 100', closing: 'known', known: '?' }, 'known'],
    [{ rows: '' }, 'few'],
    [{ rows: '0 100\n135 200\n270 10\n0 150', becomes: 'ring' }, 'crosses'],
  ] as const)('of %j says what is wrong', (more, problem) => {
    expect(listed(typed(more), MANNER).problem).toBe(problem);
  });
});
