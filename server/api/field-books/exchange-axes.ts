import type { KnownPoint } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';

/** East and north exchanged in a place of `record` or `original`. */
const EXCHANGED = (column: string) =>
  `case when ${column} ? 'at' then jsonb_set(${column}, '{at}', (${column} -> 'at') || jsonb_build_object(
     'east', ${column} #> '{at,north}', 'north', ${column} #> '{at,east}')) else ${column} end`;

/** Exchanges east and north in all records of a book, also in what the file says of those that were corrected. */
export async function exchangeRecords(tx: Queries, bookId: string): Promise<void> {
  await tx.query(
    `update field_book_records set record = ${EXCHANGED('record')}, original = ${EXCHANGED('original')}
     where book_id = $1 and record ? 'at'`,
    [bookId],
  );
}

export function exchanged({ east, north, ...known }: KnownPoint): KnownPoint {
  return { ...known, east: north, north: east };
}
