import { createReadStream } from 'node:fs';
import path from 'node:path';
import { grants, type CloudHeader, type TextColumns } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { claim } from '../../shared/files/receive.ts';
import { seesKind } from '../../shared/files/scope.ts';
import { findFile, type CloudConversion, type FileRow } from '../../shared/files/store.ts';
import type { CloudInput } from './conversion.ts';
import type { ConvertedCloud } from './convert.ts';
import { convertInThread } from './convert-in-thread.ts';
import { frameOf, type Frame } from './frame.ts';
import { columnsOf } from './record/cloud-record.ts';
import { OCTREE_FILES, octreeKey } from './octree-key.ts';

const HOUR = 3_600_000;
const MAX_BYTES = 4 * 1024 ** 4;
const CONVERTED_PART = 0.9;

/** Converts a point cloud to an octree. */
export const cloudKind: JobKind = {
  timeLimit: 24 * HOUR,
  run: (work) => convert(work, work.input as CloudInput),
};

async function convert(work: Work, input: CloudInput): Promise<undefined> {
  const { services, folder, signal } = work;
  const { db, storage } = services;
  const row = await ofMaker(db, work, input);
  const columns = columnsOf(row);
  const report = (part: number) => work.progress(part, sentence(work.language, 'pointcloud.making'));
  report(0);
  const header = row.facts as CloudHeader;
  const frame = await frameOf(header, (row.details['crs'] as string | undefined) ?? header.crs, row.details);
  const file = await storage.localPath(row.key);
  const task = {
    file,
    folder,
    format: header.format,
    frame,
    columns,
    grids: await gridFiles(services),
  };
  const made = await convertInThread(task, row.name, signal, (part) => report(part * CONVERTED_PART));
  const version = await nextAttempt(db, work, row);
  const keys = OCTREE_FILES.map((one) => octreeKey(row.id, version, one));
  await db.query('insert into unclaimed_keys (key) select unnest($1::text[])', [keys]);
  for (const [i, key] of keys.entries())
    await storage.write(key, createReadStream(path.join(folder, OCTREE_FILES[i]!)), MAX_BYTES);
  if (signal.aborted) throw new DOMException('The job was stopped.', 'AbortError');
  await db.transaction((tx) => keep(tx, work, input, { version, keys, frame, columns, made }));
  return undefined;
}

/** A number that no other attempt writes to. Throws JobFailure when another job converts the cloud. */
async function nextAttempt(db: Queries, work: Work, { id, name }: FileRow): Promise<number> {
  const [attempt] = await db.query<{ attempts: number }>(
    'update clouds set attempts = attempts + 1 where file_id = $1 and job_id = $2 returning attempts',
    [id, work.id],
  );
  if (!attempt) throw new JobFailure('pointcloud.gone', { name });
  return attempt.attempts;
}

interface Made {
  version: number;
  keys: readonly string[];
  frame: Frame;
  columns: TextColumns | null;
  made: ConvertedCloud;
}

/** The octree is served from now on; the former one's files are given up by the database. */
async function keep(
  tx: Queries,
  work: Work,
  input: CloudInput,
  { version, keys, frame, columns, made }: Made,
): Promise<void> {
  await tx.query('select 1 from files where id = $1 for update', [input.fileId]);
  const row = await ofMaker(tx, work, input);
  await holdUnarchived(tx, [work.projectId!]);
  for (const key of keys) await claim(tx, key);
  const { unit, fileUnit, heightUnit } = frame;
  const facts: NonNullable<CloudConversion['facts']> = {
    points: made.points,
    crs: made.crs,
    unit,
    fileUnit,
    heightUnit,
    degrees: frame.degrees,
    columns,
    classes: made.classes,
  };
  const kept = await tx.query(
    `update clouds set octree = $3, octree_content = $4, octree_bytes = $5, facts = $6::jsonb
     where file_id = $1 and job_id = $2 returning 1`,
    [row.id, work.id, version, row.content, made.bytes, JSON.stringify(facts)],
  );
  if (kept.length === 0) throw new JobFailure('pointcloud.gone', { name: row.name });
  await work.finish(tx, { id: row.id });
}

/**
 * The cloud, seen with the current rights of the person it is converted for. Throws JobFailure when they have lost them,
 * or the cloud has another content, HttpError 409 when the project is archived.
 */
async function ofMaker(db: Queries, { userId, projectId }: Work, input: CloudInput): Promise<FileRow> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !mayConvert(caller)) throw new JobFailure('pointcloud.not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  const row = await findFile(db, caller, input.fileId, ['pointcloud']).catch(() => undefined);
  if (row?.content !== input.content)
    throw new JobFailure('pointcloud.gone', { name: row?.name ?? input.name });
  return row;
}

const mayConvert = (caller: Caller): boolean =>
  grants(caller.authorizations, 'pointcloud.write') && seesKind(caller, 'pointcloud');
