import path from 'node:path';
import { stat } from 'node:fs/promises';
import { grants, type PhotoFacts } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import { claim } from '../../shared/files/receive.ts';
import { seesKind } from '../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';
import type { PanoramaInput } from './conversion.ts';
import { pyramidInThread } from './in-thread.ts';
import { PACK, type MadePyramid } from './pyramid.ts';
import { sourceShape, UnusablePanorama } from './source-shape.ts';

const HOUR = 3_600_000;

/** Makes the pyramid of a panorama. */
export const panoramicKind: JobKind = {
  timeLimit: HOUR,
  run: (work) => convert(work, work.input as PanoramaInput),
};

async function convert(work: Work, input: PanoramaInput): Promise<undefined> {
  const { services, folder, signal } = work;
  const { db, storage } = services;
  const row = await ofMaker(db, work, input);
  const report = (part: number) => work.progress(part, sentence(work.language, 'panoramics.making'));
  report(0);
  const file = await storage.localPath(row.key);
  const made = await pyramidInThread({ file, shape: shapeOf(row), folder }, row.name, signal, (part) =>
    report(part * 0.9),
  );
  const [attempt] = await db.query<{ attempts: number }>(
    'update panoramas set attempts = attempts + 1 where file_id = $1 and job_id = $2 returning attempts',
    [row.id, work.id],
  );
  if (!attempt) throw new JobFailure('panoramics.gone', { name: row.name });
  const key = `panoramas/${row.id}/${attempt.attempts}`;
  const pack = path.join(folder, PACK);
  await db.query('insert into unclaimed_keys (key) values ($1)', [key]);
  await storage.moveIn(key, pack, (await stat(pack)).size);
  if (signal.aborted) throw new DOMException('The job was stopped.', 'AbortError');
  await db.transaction((tx) => keep(tx, work, input, { version: attempt.attempts, key, made }));
  return undefined;
}

function shapeOf({ facts, details, name }: FileRow) {
  try {
    return sourceShape(facts as PhotoFacts, details['layout'] as 'cube' | undefined);
  } catch (thrown) {
    if (thrown instanceof UnusablePanorama) throw new JobFailure(thrown.key, { name, ...thrown.values });
    throw thrown;
  }
}

/** The pyramid is served from now on; the former one's file is given up by the database. */
async function keep(
  tx: Queries,
  work: Work,
  input: PanoramaInput,
  { version, key, made }: { version: number; key: string; made: MadePyramid },
): Promise<void> {
  await tx.query('select 1 from files where id = $1 for update', [input.fileId]);
  const row = await ofMaker(tx, work, input);
  await holdUnarchived(tx, [work.projectId!]);
  await claim(tx, key);
  const kept = await tx.query(
    `update panoramas set pyramid = $3, pyramid_content = $4, key = $5, facts = $6::jsonb, offsets = $7::jsonb
     where file_id = $1 and job_id = $2 returning 1`,
    [row.id, work.id, version, row.content, key, JSON.stringify(made.shape), JSON.stringify(made.offsets)],
  );
  if (kept.length === 0) throw new JobFailure('panoramics.gone', { name: row.name });
  await work.finish(tx, { id: row.id });
}

/**
 * The panorama, seen with the current rights of the person it is converted for. Throws JobFailure when they have lost
 * them, or it has another content, HttpError 409 when the project is archived.
 */
async function ofMaker(db: Queries, { userId, projectId }: Work, input: PanoramaInput): Promise<FileRow> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !mayConvert(caller)) throw new JobFailure('panoramics.not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  const row = await findFile(db, caller, input.fileId, ['panoramic']).catch(() => undefined);
  if (row?.content !== input.content)
    throw new JobFailure('panoramics.gone', { name: row?.name ?? input.name });
  return row;
}

const mayConvert = (caller: Caller): boolean =>
  grants(caller.authorizations, 'files.write') && seesKind(caller, 'panoramic');
