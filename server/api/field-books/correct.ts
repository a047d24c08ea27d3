import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, correctFieldBookRecord } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { BookRecord } from '../../formats/instruments/model.ts';
import type { Queries } from '../../platform/db/database.ts';
import { corrected } from './corrections.ts';

/** Whether anything differs from before. */
export async function correct(
  tx: Queries,
  { bookId, ordinal, userId }: { bookId: string; ordinal: number; userId: string },
  { set, used, restore }: BodyOf<typeof correctFieldBookRecord>,
): Promise<boolean> {
  const [row] = await tx.query<{ record: BookRecord; original: BookRecord | null; used: boolean }>(
    `select r.record, r.original, r.used from field_book_records r where r.book_id = $1 and r.ordinal = $2`,
    [bookId, ordinal],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  const before = restore && row.original ? row.original : row.record;
  const record = set ? corrected(before, set) : before;
  if (!record) throw new HttpError(422, 'field-book.no-such-field');
  const first = row.original ?? row.record;
  const original = isDeepStrictEqual(record, first) ? null : first;
  const isUsed = restore ? true : (used ?? row.used);
  if (isUsed === row.used && isDeepStrictEqual(record, row.record)) return false;
  const isAsRead = original === null && isUsed;
  await tx.query(
    `update field_book_records set record = $3::jsonb, original = $4::jsonb, used = $5,
       changed_at = case when $6::boolean then null else now() end, changed_by = $7
     where book_id = $1 and ordinal = $2`,
    [
      bookId,
      ordinal,
      JSON.stringify(record),
      original === null ? null : JSON.stringify(original),
      isUsed,
      isAsRead,
      isAsRead ? null : userId,
    ],
  );
  return true;
}
