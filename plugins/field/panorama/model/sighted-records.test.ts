import { expect, it } from 'vitest';
import { storedMeasure } from '#core/protocol';
import { csvOf } from './export.ts';
import type { MeasuredPoint } from './measuring.ts';
import { spreadOf } from './rays.ts';
import { sightedRecords } from './sighted-records.ts';

const POINT: MeasuredPoint = {
  id: '6b1f7b1e-6f5a-4c1b-9d52-1f6a3c0d2e11',
  ...spreadOf([
    [4e-4, 1e-5, 0],
    [1e-5, 9e-4, -2e-5],
    [0, -2e-5, 1e-4],
  ]),
  position: [11.1, 46.05, 201.25],
  vertices: [[11.1, 46.05, 201.25]],
  offset: undefined,
  from: ['=a.jpg', 'b.jpg'],
  angle: 41.5,
  miss: 0.012,
  warnings: ['apart'],
  assumed: true,
  lacksHeight: false,
};

it('a kept point is read back with its ±, its doubts and where it comes from', async () => {
  const stored = storedMeasure.parse(JSON.parse(JSON.stringify(sightedRecords.write(POINT))));
  expect(await sightedRecords.read([stored])).toEqual([{ ...POINT, stored: true }]);
});

it('an exported point has its ± in metres, and no text that a spreadsheet would run', () => {
  const [head, line] = csvOf([POINT]).split('\r\n');
  expect(head!.split(',').slice(0, 7)).toEqual([
    'point',
    'longitude',
    'latitude',
    'height',
    'within_east',
    'within_north',
    'within_up',
  ]);
  // 1.96 standard deviations of 2, 3 and 1 cm.
  const numbers = line!.split(',').map(Number);
  expect(numbers.slice(1, 4)).toEqual([11.1, 46.05, 201.25]);
  [0.0392, 0.0588, 0.0196].forEach((metres, i) => expect(numbers[4 + i]).toBeCloseTo(metres, 4));
  expect(line).toContain(`'=a.jpg; b.jpg`);
  expect(line!.endsWith('apart; assumed')).toBe(true);
});

it('an export says from which point to which each value is, and the area of all', () => {
  const at = (latitude: number) => ({ ...POINT, position: [11.1, latitude, 201.25] as const });
  const rows = csvOf([at(46.05), at(46.0501), at(46.0502)])
    .split('\r\n')
    .slice(5);
  expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
    'from to quantity',
    '1 2 distance',
    '1 2 level',
    '1 2 height',
    '2 3 distance',
    '2 3 level',
    '2 3 height',
    '  area',
    '',
  ]);
  // 0.0001° of the meridian at 46° are 11.115 m.
  expect(Number(rows[1]!.split(',')[3])).toBeCloseTo(11.115, 2);
});
