import type { ByteFile } from '../../../../formats/byte-file.ts';
import { readXml } from '../../../../formats/xml-stream.ts';
import { child, type XmlElement } from '../../../../formats/xml-tree.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { Cell } from '../table/cells.ts';
import { plainText } from './workbook.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: readonly string[];
  dates: ReadonlySet<number>;
  epoch1904: boolean;
}

const MAX_COLUMNS = 4096;
const DAY = 86_400_000;

/** The rows of a sheet that have cells. */
export function* sheetRows(
  file: ByteFile,
  context: SheetContext,
  findings: Findings,
  read: (offset: number) => void,
): Generator<Cell[]> {
  for (const event of readXml(file, (name) => name === 'row', read)) {
    if (event.kind !== 'element') continue;
    const row: Cell[] = [];
    for (const cell of event.element.children) {
      if (cell.name !== 'c') continue;
      const column = columnOf(cell.attributes['r']) ?? row.length;
      if (column >= MAX_COLUMNS) continue;
      while (row.length < column) row.push(null);
      row[column] = valueOf(cell, context, findings);
    }
    if (row.some((cell) => cell !== null && cell !== '')) yield row;
  }
}

/** `BC12`: 54. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function valueOf(cell: XmlElement, { strings, dates, epoch1904 }: SheetContext, findings: Findings): Cell {
  const { t: type = 'n', s: style } = cell.attributes;
  const formula = child(cell, 'f')?.text.trim();
  const text = child(cell, 'v')?.text;
  if (formula !== undefined && formula !== '') {
    if (text === undefined) {
      findings.once('table-formulas');
      return `=${formula}`;
    }
    // What Excel computed when the workbook was saved.
    findings.once('workbook-results');
  }
  if (type === 'inlineStr') {
    const inline = child(cell, 'is');
    return inline ? plainText(inline) : null;
  }
  if (text === undefined || text === '') return null;
  switch (type) {
    case 's':
      return strings[Number(text)] ?? null;
    case 'b':
      return text === '1';
    case 'e':
      findings.once('workbook-errors');
      return null;
    case 'n': {
      const value = Number(text);
      if (!Number.isFinite(value)) return text;
      return dates.has(Number(style ?? -1)) ? dateOf(value, epoch1904) : value;
    }
    default:
      return text;
  }
}

/** Days since 1899-12-30, or 1904-01-01, as ISO 8601. */
function dateOf(days: number, epoch1904: boolean): string {
  const from = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const time = new Date(from + Math.round(days * DAY));
  if (Number.isNaN(time.getTime())) return String(days);
  const text = time.toISOString();
  if (Math.abs(days) < 1) return text.slice(11, 19);
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19);
}
