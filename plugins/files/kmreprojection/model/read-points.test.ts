import { beforeAll, describe, expect, it } from 'vitest';
import { learnCrs, loadCrs, transform } from '#core/geodesy';
import { readPoints, type ReadOptions } from './read-points.ts';

/** UTM 32 North; its area of use is 6° E to 12° E, 0° to 84° N (EPSG register). */
const UTM = 'EPSG:932632';

beforeAll(async () => {
  learnCrs({
    code: UTM,
    name: 'WGS 84 / UTM zone 32N',
    proj4: '+proj=utm +zone=32 +ellps=WGS84 +no_defs',
    accuracy: 0,
    bounds: [6, 0, 12, 84],
    operations: [],
  });
  await loadCrs('EPSG:4326');
});

const rows = (text: string, options: Partial<ReadOptions> = {}) =>
  readPoints(text, { crs: UTM, ...options }).points.map(({ name, code, position, crs }) => {
    const [east, north] = transform('EPSG:4326', crs, [position[0], position[1]]);
    return [name, Number(east.toFixed(3)), Number(north.toFixed(3)), position[2], code];
  });
const P1 = ['P1', 514877.12, 5034561.87, 120.5, 'FENCE'];

describe('one line', () => {
  it.each([
    'P1 514877.12 5034561.87 120.5 FENCE',
    'P1\t514877.12\t5034561.87\t120.5\tFENCE',
    'P1;514877,12;5034561,87;120,5;FENCE',
    'P1,514877.12,5034561.87,120.5,FENCE',
    'P1 514877,12 5034561,87 120,5 FENCE',
    'P1|514877.12|5034561.87|120.5|FENCE',
    'P1; 514.877,12; 5.034.561,87; 120,5; FENCE',
    '"P1","514877.12","5034561.87","120.5","FENCE"',
    "P1;514'877.12;5'034'561.87;120.5;FENCE",
    'P1;5034561.87;514877.12;120.5;FENCE',
  ])('%s', (line) => expect(rows(line)).toEqual([P1]));

  it.each([
    ['514877.12 5034561.87', ['', 514877.12, 5034561.87, undefined, '']],
    ['514877.12, 5034561.87, 120.5', ['', 514877.12, 5034561.87, 120.5, '']],
    ['12 514877.12 5034561.87', ['12', 514877.12, 5034561.87, undefined, '']],
    ['12,514877,5034561,120', ['12', 514877, 5034561, 120, '']],
    ['P1 514877.12 5034561.87 tree', ['P1', 514877.12, 5034561.87, undefined, 'tree']],
    ['P1;514877.12;5034561.87;;tree', ['P1', 514877.12, 5034561.87, undefined, 'tree']],
  ])('%s', (line, expected) => expect(rows(line)).toEqual([expected]));
});

describe('degrees', () => {
  const degrees = (text: string, options: Partial<ReadOptions> = {}) =>
    readPoints(text, { crs: 'EPSG:4326', ...options }).points.map(({ name, position, code }) => [
      name,
      Number(position[0].toFixed(6)),
      Number(position[1].toFixed(6)),
      code,
    ]);
  // 45° 27' 51.12" = 45.4642, 9° 11' 24" = 9.19
  it.each([
    ['P1 45°27\'51.12" N 9°11\'24" E', 'P1'],
    ['P1;45°27\'51,12" N;9°11\'24" E', 'P1'],
    ['P1 45 27 51.12 N 9 11 24 E', 'P1'],
    ['45 27 51.12 9 11 24', ''],
    ['45,4642,9,19', ''],
    ['45,4642 9,19', ''],
    ['P1 45.4642 9.19', 'P1'],
    ['P1,E9.19,N45.4642', 'P1'],
  ])('%s', (line, name) => expect(degrees(line)).toEqual([[name, 9.19, 45.4642, '']]));

  it('takes longitude first where that is chosen', () => {
    expect(degrees('9.19 45.4642', { order: 'en' })).toEqual([['', 9.19, 45.4642, '']]);
    expect(degrees('9.19 45.4642', { order: 'ne' })).toEqual([['', 45.4642, 9.19, '']]);
  });
});

it('names the lines that it cannot read, and skips headers, empty lines and comments', () => {
  const text =
    'Name;East;North\r\nA;514877.12;5034561.87\n\n# first day\nnothing here\nB;514878;5034562\nC;514878';
  const read = readPoints(text, { crs: UTM });
  expect(read.points.map(({ line, name }) => [line, name])).toEqual([
    [2, 'A'],
    [6, 'B'],
  ]);
  expect(read.unread).toEqual([
    { line: 5, text: 'nothing here' },
    { line: 7, text: 'C;514878' },
  ]);
  expect(read).toMatchObject({ header: true, hasNames: true, order: 'en' });
});

it('decides for the whole text what the first column is', () => {
  const text = '1 514877.12 5034561.87\n2 514878.12 5034561.87\n3 514879.12 5034561.87';
  expect(readPoints(text, { crs: UTM }).points.map(({ name }) => name)).toEqual(['1', '2', '3']);
  const forced = readPoints('514877.12 5034561.87 12', { crs: UTM, columns: 'coordinates' });
  expect(forced.points).toMatchObject([{ code: '12', given: '514877.12 5034561.87' }]);
});

it('reads a system named in a line', () => {
  expect(readPoints('P1 45.4642 9.19 EPSG:4326', { crs: UTM }).points).toMatchObject([
    { name: 'P1', crs: 'EPSG:4326', position: [9.19, 45.4642] },
  ]);
});

it('reads any text without failing', () => {
  let state = 3;
  const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;
  const signs = '0123456789.,;:\t |°\'"NSEW+-#\nabP\u00a0"EPSG:';
  for (let n = 0; n < 400; n++) {
    const text = Array.from({ length: 60 }, () => signs[Math.floor(random() * signs.length)]).join('');
    const { points, unread } = readPoints(text, { crs: n % 2 ? UTM : 'EPSG:4326' });
    for (const { position } of points) expect(position.every(Number.isFinite)).toBe(true);
    expect(points.length + unread.length).toBeLessThanOrEqual(text.split('\n').length);
  }
});
