import { expect, it } from 'vitest';
import { printChainage } from '#core/geodesy';
import { parseChainage, parseOffset, readChainages, readEvents } from './read-chainages.ts';

it.each([
  ['12+345.67', 12_345.67],
  ['km 12+345,67', 12_345.67],
  ['12 + 345', 12_345],
  ['0+005', 5],
  ['-0+005', -5],
  ['−1+200', -1200],
  ['12345.67', 12_345.67],
  ['12,3 km', 12_300],
  ['km 12,3', 12_300],
  ['prog. 1+000', 1000],
  ['12+3456', undefined],
  ['bridge', undefined],
  ['', undefined],
])('the chainage %s', (text, metres) => {
  const found = parseChainage(text);
  if (metres === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(metres, 9);
});

it('reads every chainage that is printed', () => {
  for (const metres of [0, 0.01, 999.99, 1000, 12_345.67, -5, -1234.5])
    for (const locale of ['en', 'it'])
      expect(parseChainage(printChainage(metres, locale))).toBeCloseTo(metres, 9);
});

it.each([
  ['2.5', 2.5],
  ['-2,5', -2.5],
  ['2.5 L', -2.5],
  ['2,5 dx', 2.5],
  ['sx 3', -3],
  ['3 m right', 3],
  ['-3 L', undefined],
  ['left', undefined],
])('the offset %s', (text, metres) => expect(parseOffset(text)).toBe(metres));

it('reads lists with any separator, and names lines that it cannot read', () => {
  const text = '12+345;-2,5;pole\n# comment\n12 + 400 3.5 R sign\nkm 13,2\nnothing\n14+000 bridge';
  expect(readChainages(text).map(({ line, value }) => [line, value])).toEqual([
    [1, { chainage: 12_345, offset: -2.5, name: 'pole' }],
    [3, { chainage: 12_400, offset: 3.5, name: 'R sign' }],
    [4, { chainage: 13_200, offset: 0, name: '' }],
    [5, undefined],
    [6, { chainage: 14_000, offset: 0, name: 'bridge' }],
  ]);
  expect(readEvents('0+100;0+250;wall\n0+250,0+300,kerb\n0+100 0+100').map(({ value }) => value)).toEqual([
    { from: 100, to: 250, name: 'wall' },
    { from: 250, to: 300, name: 'kerb' },
    undefined,
  ]);
});
