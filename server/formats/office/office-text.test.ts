import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { officeText } from './office-text.ts';
import type { OfficeKind } from './office-types.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-office-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
function read(kind: OfficeKind, parts: Record<string, string>, most = 1000): Promise<string> {
  const file = join(folder, `${count++}`);
  writeFileSync(
    file,
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );
  return officeText(file, kind, most);
}
const word = (body: string) => ({
  'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
});
const p = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

describe('The text of office files', () => {
  it('of Word is its paragraphs, with a line for each row of tables', async () => {
    const row = `<w:tr><w:tc>${p('Lotto')}</w:tc><w:tc>${p('12 &amp; 13')}</w:tc></w:tr>`;
    const text = await read('docx', word(`${p('Relazione')}<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p><w:tbl>${row}</w:tbl>`)); // prettier-ignore
    expect(text).toBe('Relazione\na\tb\nc\nLotto \t12 & 13 \t\n');
  });

  it('of Excel is cells by their columns, with shared strings and dates', async () => {
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const text = await read('xlsx', {
      'xl/sharedStrings.xml':
        '<sst><si><t>Punto</t></si><si><r><t>Quo</t></r><r><t>ta</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml': '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;d&quot;0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>', // prettier-ignore
      'xl/worksheets/sheet1.xml': sheet('<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2" s="1"><v>45292</v></c><c r="C2" s="2"><v>12.5</v></c></row>'), // prettier-ignore
      'xl/worksheets/sheet2.xml': sheet('<row><c r="A1" t="inlineStr"><is><t>Fine</t></is></c><c t="b"><v>1</v></c></row>'), // prettier-ignore
    });
    // 45,292 days after 30 December 1899 are 1 January 2024.
    expect(text).toBe('Punto\t\tQuota\n2024-01-01\t\t12.5\n\fFine\tTRUE\n');
  });

  it('of PowerPoint is its slides in the order of their numbers', async () => {
    const slide = (text: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const parts = Object.fromEntries([10, 2, 1].map((n) => [`ppt/slides/slide${n}.xml`, slide(`S${n}`)]));
    expect(await read('pptx', parts)).toBe('S1\n\fS2\n\fS10\n');
  });

  it('of OpenDocument is paragraphs and the cells of tables, without the blanks to their end', async () => {
    const content = (body: string) => ({
      'content.xml': `<office:document xmlns:office="o" xmlns:text="t" xmlns:table="b">${body}</office:document>`,
    });
    expect(
      await read(
        'odf',
        content('<text:h>Titolo</text:h><text:p>a<text:s text:c="2"/>b<text:tab/>c</text:p>'),
      ),
    ).toBe('Titolo\na  b\tc\n');
    const cell = (text: string, more = '') =>
      `<table:table-cell ${more}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
    const repeated = 'table:number-columns-repeated="16384"';
    const table = `<table:table><table:table-row>${cell('1')}${cell('', 'table:number-columns-repeated="2"')}${cell('2')}${cell('', repeated)}</table:table-row><table:table-row table:number-rows-repeated="1048576">${cell('', repeated)}</table:table-row></table:table>`;
    expect(await read('odf', content(`${table}${table}`))).toBe('1\t\t\t2\n\f1\t\t\t2\n');
  });

  it('ends where it is long enough, and is none of what is damaged, hostile or empty', async () => {
    expect(await read('docx', word(p('x'.repeat(500)).repeat(100)), 800)).toHaveLength(800);
    await expect(read('docx', { 'a.xml': '<a/>' })).rejects.toThrow('It has no document.');
    await expect(read('docx', { 'word/document.xml': '<w:t>not closed' })).rejects.toThrow();
    await expect(
      read('docx', { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    ).rejects.toThrow('An office file has no document type.');
    await expect(read('docx', word('<w:p>'.repeat(2000)))).rejects.toThrow('too deep');
  });
});
