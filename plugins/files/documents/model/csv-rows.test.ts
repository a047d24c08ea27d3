import { describe, expect, it } from 'vitest';
import { rowsOf } from './csv-rows.ts';

describe('Rows of a CSV', () => {
  it.each([
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      '\ufeffa,b\r\n"x, ""y""",2\r\n',
      [
        ['a', 'b'],
        ['x, "y"', '2'],
      ],
    ],
    [
      'a\tb\n\t2',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    ['one\n"two\nlines"', [['one'], ['two\nlines']]],
    [
      'a;b\n;',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, rows) => {
    expect(rowsOf(text, 10)).toEqual(rows);
  });

  it('end where enough are read', () => {
    expect(rowsOf('1\n2\n3', 2)).toEqual([['1'], ['2']]);
  });
});
