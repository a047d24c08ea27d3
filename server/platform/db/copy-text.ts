import type { TextRows } from './database.ts';

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One row in the text format of COPY, with its line end. */
export function copyLine(values: readonly (string | null)[]): string {
  let line = '';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) line += '\t';
    const value = values[i];
    line += value == null ? '\\N' : value.replace(SPECIAL, (found) => ESCAPED[found]!);
  }
  return `${line}\n`;
}

/** Joins rows into chunks of about `size` characters; rows are pulled on demand. */
export async function* copyPieces(
  rows: TextRows,
  size: number,
): AsyncGenerator<{ text: string; rows: number }> {
  let lines: string[] = [];
  let length = 0;
  for await (const row of rows) {
    const line = copyLine(row);
    lines.push(line);
    length += line.length;
    if (length < size) continue;
    yield { text: lines.join(''), rows: lines.length };
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield { text: lines.join(''), rows: lines.length };
}

/** Header of a binary COPY (signature, no flags, no extension) and its trailer. */
export const BINARY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const BINARY_END = Buffer.from([0xff, 0xff]);

/** Quotes an identifier: names in COPY cannot be parameters. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function copyStatement(
  table: string,
  columns: readonly string[],
  source: string,
  format: 'text' | 'binary' = 'text',
): string {
  return `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from ${source} (format ${format})`;
}
