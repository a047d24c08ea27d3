import { describe, expect, it } from 'vitest';
import { rank } from './rank.ts';

const titles = (text: string, ...all: string[]) =>
  rank(
    text,
    all.map((title) => ({ title })),
  ).map(({ title }) => title);

describe('finding by what was typed', () => {
  it('puts what begins so first, then a later word, then the middle of one', () => {
    expect(titles('line', 'Polyline', 'Split line', 'Line')).toEqual(['Line', 'Split line', 'Polyline']);
  });

  it('wants every word, in any order', () => {
    expect(titles('distance measure', 'Measure distance', 'Measure area')).toEqual(['Measure distance']);
  });

  it('takes letters with and without accents as the same', () => {
    expect(titles('proprieta', 'Proprietà', 'Progetti')).toEqual(['Proprietà']);
  });

  it('finds in the detail what is not in the title', () => {
    expect(
      rank('7792', [
        { title: 'Zone 33', detail: 'EPSG:7792' },
        { title: 'Zone 32', detail: 'EPSG:7791' },
      ]),
    ).toEqual([{ title: 'Zone 33', detail: 'EPSG:7792' }]);
  });

  it('shows everything in its order while nothing is typed', () => {
    expect(titles('  ', 'B', 'A')).toEqual(['B', 'A']);
  });
});
