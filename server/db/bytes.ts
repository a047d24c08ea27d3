import type { BytesRow } from './database.ts';

/** Rows of text as rows of bytes, where an engine gives only strings. */
export function asBytes(rows: readonly Record<string, string | null>[]): BytesRow[] {
  return rows.map((row) => Object.values(row).map((text) => (text === null ? null : Buffer.from(text))));
}
