import { describe, expect, it } from 'vitest';
import { rank } from './rank.ts';

const titles = (text: string, ...all: string[]) =>
  rank(
    text,
    all.map((title) => ({ title })),
  ).map(({ title }) => title);

describe('ranking of results', () => {
  it('puts titles that begin with the text first, then later words, then the middle of a word', () => {
    expect(titles('line', 'Polyline', 'Split line', 'Line')).toEqual(['Line', 'Split line', 'Polyline']);
  });

  it('puts the title that was typed before all', () => {
    expect(titles('Lìne', 'Line of text', 'line')).toEqual(['line', 'Line of text']);
  });

  it('wants every word, in any order', () => {
    expect(titles('distance measure', 'Measure distance', 'Measure area')).toEqual(['Measure distance']);
  });

  it('ignores accents', () => {
    expect(titles('proprieta', 'Proprietà', 'Progetti')).toEqual(['Proprietà']);
  });

  it('also searches the detail', () => {
    expect(
      rank('7792', [
        { title: 'Zone 33', detail: 'EPSG:7792' },
        { title: 'Zone 32', detail: 'EPSG:7791' },
      ]),
    ).toEqual([{ title: 'Zone 33', detail: 'EPSG:7792' }]);
  });

  it('also searches the other words of a command', () => {
    const clear = { title: 'Clear measurements', words: 'remove measures' };
    expect(rank('clear measures', [clear, { title: 'Clear selection' }])).toEqual([clear]);
  });

  it('keeps the order while nothing is typed', () => {
    expect(titles('  ', 'B', 'A')).toEqual(['B', 'A']);
  });
});
