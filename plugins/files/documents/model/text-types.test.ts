import { describe, expect, it } from 'vitest';
import { hasText, isWorkbook, sheetsOf } from './text-types.ts';

describe('The text of a file', () => {
  it('is there of office files, and cells only of workbooks', () => {
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const odt = 'application/vnd.oasis.opendocument.text';
    expect([xlsx, odt, 'text/plain', 'image/png', 'application/msword'].map(hasText)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([xlsx, odt, 'application/vnd.oasis.opendocument.spreadsheet'].map(isWorkbook)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('of a workbook is the rows of its sheets, not more than are wanted', () => {
    const text = 'a\tb\n1\t2\n\f\fc\n3\n';
    expect(sheetsOf(text, 10)).toEqual({
      sheets: [[['a', 'b'], ['1', '2']], [['c'], ['3']]], // prettier-ignore
      isCut: false,
    });
    expect(sheetsOf(text, 3)).toEqual({ sheets: [[['a', 'b'], ['1', '2']], [['c']]], isCut: true }); // prettier-ignore
  });
});
