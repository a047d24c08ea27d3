import { strToU8, zipSync } from 'fflate';

export type Cell = string | number | null;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** CSV (RFC 4180). */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : (cell ?? ''))).join(',');
  return [line(head), ...rows.map(line), ''].join('\r\n');
}

/** A workbook (Office Open XML) with one sheet; numbers stay numbers. */
export function xlsxOf(
  sheet: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Uint8Array {
  const row = (cells: readonly Cell[], at: number) =>
    `<row r="${at}">${cells.map((cell, i) => cellOf(cell, `${columnOf(i)}${at}`)).join('')}</row>`;
  const data = [head, ...rows].map((cells, i) => row(cells, i + 1)).join('');
  const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`);
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
  const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31))}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${data}</sheetData></worksheet>`,
    ),
  });
}

function cellOf(cell: Cell, at: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** `A`, `B`, …, `Z`, `AA`. */
function columnOf(index: number): string {
  const rest = index % 26;
  return (index < 26 ? '' : columnOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + rest);
}

/** Characters that XML cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
