import type { FieldBookResult } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import type { Queries } from '../../platform/db/database.ts';
import { asJobFailure, JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { memberOf } from '../../shared/access/member.ts';
import { findBook, recordsOf } from './store.ts';
import { inThread } from './tasks.ts';

const MINUTE = 60_000;
/** A point has moved if its coordinates differ by more, metres. */
const MOVED = 0.0005;

export interface BookJobInput {
  bookId: string;
}

/** Computes a field book in a thread, and says which points are elsewhere than before. */
export const fieldBookKind: JobKind = {
  timeLimit: 10 * MINUTE,
  run: (work) => run(work, work.input as BookJobInput),
};

async function run(work: Work, { bookId }: BookJobInput): Promise<undefined> {
  const { db } = work.services;
  const caller = await writerOf(db, work).catch(asJobFailure);
  work.progress(0, sentence(work.language, 'field-book.computing'));
  const book = await findBook(db, caller, bookId).catch(asJobFailure);
  const rows = await recordsOf(db, bookId);
  const records = rows.map(({ record, ordinal, used }) => ({ ...record, ordinal, used }));
  const { known, settings, crs, heights } = book;
  const outcome = await inThread({ kind: 'compute', records, known, settings, crs, heights }, work.signal);
  if (!('result' in outcome)) throw new Error('The thread has computed nothing.');
  const { result } = outcome;
  await db.transaction(async (tx) => {
    await writerOf(tx, work).catch(asJobFailure);
    await holdUnarchived(tx, [work.projectId!]).catch(asJobFailure);
    const [before] = await tx.query<{ result: FieldBookResult | null }>(
      'select result from field_books where id = $1 for update',
      [bookId],
    );
    if (!before) throw new JobFailure('field-book.gone');
    await tx.query(
      `update field_books set result = $2::jsonb, computed_version = $3, moved = $4::jsonb where id = $1`,
      [bookId, JSON.stringify(result), book.version, JSON.stringify(movedOf(before.result, result))],
    );
    await work.finish(tx, { bookId });
  });
  return undefined;
}

function movedOf(before: FieldBookResult | null, after: FieldBookResult) {
  const known = new Map(before?.points.map((point) => [point.name, point]));
  return after.points.flatMap(({ name, east, north, height }) => {
    const was = known.get(name);
    if (!was) return [];
    const metres = Math.hypot(east - was.east, north - was.north);
    const rise = height === null || was.height === null ? null : height - was.height;
    return metres > MOVED || Math.abs(rise ?? 0) > MOVED ? [{ name, metres, height: rise }] : [];
  });
}

async function writerOf(db: Queries, { userId, projectId }: Work) {
  const caller = projectId === null ? undefined : await memberOf(db, userId, projectId);
  if (!caller) throw new HttpError(403, 'auth.not-allowed', { authorization: 'geometries.write' });
  await refuseArchived(db, caller, [projectId!]);
  return caller;
}
