import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { BYTE_ORDER_MARK, csvLine } from '../../../../formats/csv.ts';
import { escapeXml } from '../../../../formats/xml-tree.ts';
import type { Cell, Sheet } from './sheets.ts';

/** Texts that a spreadsheet would run as a formula are prefixed with an apostrophe. */
const FORMULA = /^[=+\-@\t\r]/;

export function writeCsv({ head, rows }: Sheet): string {
  const text = (cell: Cell) =>
    typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell === null ? '' : String(cell);
  return BYTE_ORDER_MARK + [head, ...rows].map((row) => csvLine(row.map(text))).join('');
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook with one worksheet per table (ECMA-376, the least of it): texts in place, numbers as numbers. */
export async function writeXlsx(sheets: readonly Sheet[]): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(HEADER + xml), name);
  const each = (write: (sheet: Sheet, n: number) => string) =>
    sheets.map((sheet, i) => write(sheet, i + 1)).join('');
  add(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)}</Types>`,
  );
  add(
    '_rels/.rels',
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each(({ title }, n) => `<sheet name="${escapeXml(sheetName(title))}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONS}">${each((_, n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  );
  sheets.forEach(({ head, rows }, i) => add(`xl/worksheets/sheet${i + 1}.xml`, worksheet([head, ...rows])));
  zip.end();
  return buffer(zip.outputStream);
}

function worksheet(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map(
    (row, i) =>
      `<row r="${i + 1}">${row.map((cell, at) => cellXml(cell, `${letters(at)}${i + 1}`)).join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, 32_767))}</t></is></c>`;
}

/** A, …, Z, AA, … */
function letters(at: number): string {
  return (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/** At most 31 characters, without those that Excel refuses. */
function sheetName(title: string): string {
  return title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
}
