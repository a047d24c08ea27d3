import { expect, it } from 'vitest';
import { typeByCode } from '#core/protocol';
import { codesOf } from './codes.ts';

it('codes are listed with the number of their points, the most frequent first', () => {
  const points = ['WALL', 'TREE', null, 'TREE', 'FENCE'].map((code) => ({ code }));
  expect(codesOf(points).map(({ code, count }) => `${code} ${count}`)).toEqual([
    'TREE 2',
    'FENCE 1',
    'WALL 1',
  ]);
});

it('the first code that fits gives a point its type: in any case, or by its beginning', () => {
  const typeOf = typeByCode({
    typeName: 'Points',
    codes: [
      { code: 'tree', typeName: 'Trees' },
      { code: 'TR*', typeName: 'Tracks' },
      { code: 'X', typeName: null },
    ],
  });
  const codes = ['TREE', 'TR1', 'tr', 'x', 'T', null];
  expect(codes.map((code) => typeOf(code))).toEqual(['Trees', 'Tracks', 'Tracks', null, 'Points', 'Points']);
});
