import type { Paper } from '../../formats/pdf/index.ts';

/** Most rows of a table of the report. */
export const MAX_ROWS = 2000;
/** Longer chains of points are printed with their beginning and end. */
const MAX_CHAIN = 12;

export interface Printing {
  t(key: string, values?: Record<string, string | number>): string;
  n(value: number | null | undefined, digits: number): string;
}

interface RowsOf<T> {
  columns: Parameters<Paper['table']>[0]['columns'];
  rows: readonly T[];
  cellsOf: (row: T) => readonly string[];
  /** The sentence about rows that are not printed. */
  moreOf: (count: number) => string;
  /** Default: `MAX_ROWS`. */
  most?: number;
}

export const left = (title: string) => ({ title, align: 'left' as const, weight: 1 });
export const right = (title: string) => ({ title, align: 'right' as const, weight: 1 });

/** A table of the first rows, and how many more there are. */
export function printRows<T>(
  paper: Pick<Paper, 'table' | 'paragraph'>,
  { columns, rows, cellsOf, moreOf, most = MAX_ROWS }: RowsOf<T>,
): void {
  paper.table({ columns, rows: rows.slice(0, most).map(cellsOf) });
  if (rows.length > most) paper.paragraph(moreOf(rows.length - most), { muted: true });
}

/** Points one after the other. */
export function chainOf(points: readonly string[]): string {
  const half = MAX_CHAIN / 2;
  const shown = points.length > MAX_CHAIN ? [...points.slice(0, half), '…', ...points.slice(-half)] : points;
  return shown.join(' – ');
}
