import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { PageRectangle } from '../../../formats/pdf/paper.ts';
import { MM } from './frame-view.ts';
import { putText } from './sheet-text.ts';

/** A line of a panel: a heading, an entry of the legend, a row of a table. */
export interface PanelRow {
  /** Points. */
  readonly height: number;
  /** Whether it is an entry of the legend. */
  readonly isEntry?: true;
  draw(pdf: ScriptPdf, x: number, y: number, width: number): void;
}

/** Least width of a column with tables, and of one with a legend only, millimetres. */
export const COLUMN = { table: 76, legend: 44 } as const;
const BETWEEN = 4;
const TEXT = 7.5;

export function headingRow(text: string): PanelRow {
  return {
    height: 6.2 * MM,
    draw: (pdf, x, y, width) => putText(pdf, text, x, y + 1.6 * MM, { size: 9, face: 'strong', width }),
  };
}

export const spaceRow = (millimetres: number): PanelRow => ({ height: millimetres * MM, draw: () => {} });

/** Cells of a table; the first is on the left, the others on the right. */
export function tableRow(
  cells: readonly string[],
  shares: readonly number[],
  face: 'text' | 'strong',
): PanelRow {
  return {
    height: 4.2 * MM,
    draw(pdf, x, y, width) {
      let left = x;
      cells.forEach((cell, n) => {
        const wide = width * shares[n]!;
        const at = n === 0 ? left : left + wide;
        const align = n === 0 ? 'left' : 'right';
        const room = wide - 1.5 * MM;
        // A number that is cut would be another number: it is printed smaller.
        const size = n === 0 ? TEXT : fittingSize(pdf, cell, face, room);
        putText(pdf, cell, at, y + 0.5 * MM, { size, face, align, ...(n === 0 && { width: room }) });
        left += wide;
      });
      const below = y + 4.2 * MM;
      pdf.lineWidth(face === 'strong' ? 0.6 : 0.25).undash();
      pdf
        .moveTo(x, below)
        .lineTo(x + width, below)
        .strokeColor(face === 'strong' ? INK.strong : INK.line, 1)
        .stroke();
    },
  };
}

function fittingSize(pdf: ScriptPdf, text: string, face: 'text' | 'strong', width: number): number {
  const wide = pdf.font(face).fontSize(TEXT).widthOfString(text);
  return wide <= width ? TEXT : (TEXT * width) / wide;
}

/** The columns of a box, each at least `least` millimetres wide where the box is. */
export function columnsOf(box: PageRectangle, least: number): PageRectangle[] {
  const count = Math.max(1, Math.floor((box.width + BETWEEN * MM) / ((least + BETWEEN) * MM)));
  const width = (box.width - BETWEEN * MM * (count - 1)) / count;
  return Array.from({ length: count }, (_, n) => ({ ...box, x: box.x + n * (width + BETWEEN * MM), width }));
}

/**
 * Lets rows flow through columns, from `start` on. Returns where the next would be; `at` of a row that has no room is
 * undefined.
 */
export function flow(
  rows: readonly PanelRow[],
  columns: readonly PageRectangle[],
  start: FlowPlace = { column: 0, used: 0 },
): { places: { row: PanelRow; at: PageRectangle }[]; left: readonly PanelRow[]; end: FlowPlace } {
  let { column, used } = start;
  const places: { row: PanelRow; at: PageRectangle }[] = [];
  for (const [n, row] of rows.entries()) {
    while (column < columns.length && used + row.height > columns[column]!.height) {
      column++;
      used = 0;
    }
    const box = columns[column];
    if (!box) return { places, left: rows.slice(n), end: { column, used } };
    places.push({ row, at: { x: box.x, y: box.y + used, width: box.width, height: row.height } });
    used += row.height;
  }
  return { places, left: [], end: { column, used } };
}

export interface FlowPlace {
  readonly column: number;
  /** Points from the top of the column. */
  readonly used: number;
}
