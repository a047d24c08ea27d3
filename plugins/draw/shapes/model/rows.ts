import type { Position } from '#core/protocol';
import type { Printer } from '#core/sketch';

/** What parses typed coordinates, lengths and angles. */
export type Parser = Pick<Printer, 'parseCoordinates' | 'parseLength' | 'parseAngle'>;

/** An invalid line of a list, counted from 1 as in editors. */
export interface BadRow {
  readonly row: number;
  readonly text: string;
}

export interface Rows<T> {
  readonly read: readonly T[];
  readonly bad: readonly BadRow[];
}

/** A direction in degrees clockwise from north, and a length in metres. */
export interface AzimuthLeg {
  readonly azimuth: number;
  readonly distance: number;
}

/** Longer lists should be imported as a file. */
export const MAX_ROWS = 10_000;

/**
 * Reads one coordinate per line, in any notation; a heading, a first column of names and trailing remarks are
 * skipped. Plain numbers 1, 2, 3 … in the first column are names too.
 */
export function readCoordinates(
  text: string,
  crs: string,
  { parseCoordinates }: Pick<Parser, 'parseCoordinates'>,
): Rows<Position> {
  const rows = rowsOf(text);
  const numbered = rows.length > 1 && rows.every(({ text: row }, i) => Number(columnsOf(row)[0]) === i + 1);
  return readAll(rows, (row) => {
    const columns = columnsOf(row);
    const named = columns.slice(1);
    const ways = numbered
      ? [named, named.slice(0, -1)]
      : [columns, named, columns.slice(0, -1), named.slice(0, -1)];
    for (const way of ways) {
      const parsed = way === columns ? parseCoordinates(row, crs) : parseCoordinates(way.join(' ; '), crs);
      if (parsed) return parsed.position;
    }
    return undefined;
  });
}

/** Reads an azimuth and a distance per line, the azimuth in any notation; a first column of names is skipped. */
export function readLegs(
  text: string,
  { parseLength, parseAngle }: Omit<Parser, 'parseCoordinates'>,
): Rows<AzimuthLeg> {
  return readAll(rowsOf(text), (row) => {
    const columns = columnsOf(row);
    const [first, second] = columns.slice(-2);
    // Blanks occur within `12 30 15` as well as before the distance.
    const parts = /[;\t]/.test(row) ? [first!, second ?? ''] : lastApart(row);
    const azimuth = parseAngle(parts[0]!);
    const distance = parseLength(parts[1]!);
    if (azimuth === undefined || distance === undefined || !(distance > 0)) return undefined;
    return { azimuth, distance };
  });
}

function readAll<T>(rows: readonly BadRow[], read: (row: string) => T | undefined): Rows<T> {
  const done: T[] = [];
  const bad: BadRow[] = [];
  for (const each of rows) {
    const value = read(each.text);
    if (value !== undefined) done.push(value);
    // A first line without a digit is a heading.
    else if (done.length > 0 || bad.length > 0 || /\d/.test(each.text)) bad.push(each);
  }
  return { read: done, bad };
}

function rowsOf(text: string): BadRow[] {
  return text
    .split(/\r\n?|\n/)
    .map((row, i) => ({ row: i + 1, text: row.trim() }))
    .filter((row) => row.text !== '' && !row.text.startsWith('#'));
}

function columnsOf(row: string): string[] {
  const cut = /[;\t]/.test(row) ? /[;\t]/ : /,\s/.test(row) ? /,\s+/ : /,.*,/.test(row) ? /,/ : /\s+/;
  return row.split(cut).map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
}

/** The last word, with its unit if separated by a blank, and the text before it. */
function lastApart(row: string): [string, string] {
  const found = /^(.*?)[,\s]\s*(\S+(?:\s+[^\d\s]\S*)?)$/.exec(row);
  return found ? [found[1]!.replace(/,$/, '').trim(), found[2]!] : [row, ''];
}
