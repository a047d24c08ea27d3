import { expect, it } from 'vitest';
import type { BookRecord } from '../../formats/instruments/model.ts';
import { knownOf } from './insert.ts';

const height = (name: string, value: number): BookRecord => ({
  kind: 'height',
  line: 1,
  name,
  height: value,
});
const place = (name: string, east: number, up?: number): BookRecord => ({
  kind: 'point',
  line: 2,
  name,
  at: { east, north: 20, ...(up !== undefined && { height: up }) },
  origin: 'control',
});

it('a height and a place of one name are one known point, in either order', () => {
  const known = [{ name: 'A', east: 10, north: 20, height: 100 }];
  expect(knownOf({ records: [height('A', 100), place('A', 10)] })).toEqual({ known, problems: [] });
  expect(knownOf({ records: [place('A', 10), height('A', 100)] })).toEqual({ known, problems: [] });
});

it('of what differs the first counts, which is said', () => {
  const { known, problems } = knownOf({ records: [place('A', 10, 100), place('A', 11), height('A', 101)] });
  expect(known).toEqual([{ name: 'A', east: 10, north: 20, height: 100 }]);
  expect(problems.map(({ kind }) => kind)).toEqual(['known-differs', 'known-differs']);
});

it('names are cut to the longest that is stored, and nothing without a name is known', () => {
  const { known } = knownOf({ records: [height('', 1), height('A'.repeat(70), 2)] });
  expect(known.map(({ name }) => name)).toEqual(['A'.repeat(60)]);
});
