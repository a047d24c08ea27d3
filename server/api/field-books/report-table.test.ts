import { expect, it } from 'vitest';
import type { FieldBookTraverse } from '#core/protocol';
import { printLevels } from './report-levels.ts';
import { chainOf, MAX_ROWS } from './report-table.ts';
import { printTraverses } from './report-traverses.ts';

const printing = {
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
  n: String,
};

function paper() {
  const printed = { tables: [] as number[], said: [] as string[] };
  return {
    printed,
    heading: () => {},
    facts: () => {},
    table: ({ rows }: { rows: Iterable<unknown> }) => void printed.tables.push([...rows].length),
    paragraph: (text: string) => void printed.said.push(text),
  };
}

const traverseOf = (count: number): FieldBookTraverse => ({
  stations: ['A', 'B'],
  kind: 'open',
  length: 1,
  angles: 0,
  angular: null,
  east: null,
  north: null,
  height: null,
  legs: Array.from({ length: count }, () => ({
    to: 'B',
    angle: null,
    azimuth: 0,
    distance: 1,
    east: 0,
    north: 0,
    height: null,
  })),
});

it('traverses are printed up to the most legs, and the others counted', () => {
  const print = (traverses: FieldBookTraverse[]) => {
    const on = paper();
    const book = { units: { angle: 'gon', length: 'm' } };
    printTraverses(on, { book, result: { traverses } }, printing);
    return on.printed;
  };
  expect(print([traverseOf(3), traverseOf(MAX_ROWS), traverseOf(1)])).toEqual({
    tables: [3],
    said: ['more-traverses 2'],
  });
  expect(print([traverseOf(MAX_ROWS + 5)])).toEqual({ tables: [MAX_ROWS], said: ['more-legs 5'] });
});

it('lines of levels and heights are printed up to the most rows, and the others counted', () => {
  const on = paper();
  const levelLines = Array.from({ length: MAX_ROWS + 1 }, () => ({
    points: ['A', 'B'],
    length: 1,
    rise: 1,
    misclosure: 0,
  }));
  const heights = Array.from({ length: MAX_ROWS + 2 }, () => ({
    name: 'A',
    height: 1,
    sigmaHeight: null,
    isKnown: false,
  }));
  printLevels(on, { heights, levelLines }, printing);
  expect(on.printed).toEqual({
    tables: [MAX_ROWS, MAX_ROWS],
    said: ['more-level-lines 1', 'more-points 2'],
  });
});

it('a long chain is printed with its beginning and end', () => {
  expect(chainOf(['A', 'B', 'C'])).toBe('A – B – C');
  const long = chainOf(Array.from({ length: 1000 }, (_, i) => String(i)));
  expect(long).toBe('0 – 1 – 2 – 3 – 4 – 5 – … – 994 – 995 – 996 – 997 – 998 – 999');
});
