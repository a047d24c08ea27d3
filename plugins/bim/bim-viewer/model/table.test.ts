import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvOf, xlsxOf } from './table.ts';

const HEAD = ['GlobalId', 'Name', 'Qto.Area [m²]'];
const ROWS = [
  ['1a', 'Wall "A" & <B>', 12.5],
  ['2b', null, null],
];

describe('A table of elements', () => {
  it('is CSV with quoted texts and bare numbers', () => {
    expect(csvOf(HEAD, ROWS)).toBe(
      '"GlobalId","Name","Qto.Area [m²]"\r\n"1a","Wall ""A"" & <B>",12.5\r\n"2b",,\r\n',
    );
  });

  it('is a workbook in which numbers stay numbers', () => {
    const parts = unzipSync(xlsxOf('House: north/south', HEAD, ROWS));
    expect(Object.keys(parts)).toContain('[Content_Types].xml');
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('<c r="C2"><v>12.5</v></c>');
    expect(sheet).toContain('Wall &quot;A&quot; &amp; &lt;B&gt;');
    // Excel refuses these characters in names of sheets.
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain('name="House  north south"');
  });
});
