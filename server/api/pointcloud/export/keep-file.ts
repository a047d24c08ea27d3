import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { grants, type ExportResult } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { fileName } from '../../../formats/names.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { JobFailure, type Work } from '../../../platform/jobs/kind.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { findCloud } from '../record/place.ts';

const RETENTION_DAYS = 7;
const MAX_BYTES = 100 * 1024 ** 3;

/** A file that a job has written about clouds. */
export interface Written {
  file: string;
  /** Its ending. */
  format: string;
  name: string;
  points: number;
  notes: string[];
}

/** Stores the file, then records it in the transaction that ends the job. An unrecorded file is removed. */
export async function keepFile(
  work: Work,
  clouds: readonly string[],
  { file, format, name, points, notes }: Written,
): Promise<void> {
  const { db, storage } = work.services;
  const id = randomUUID();
  const key = `exports/${id}.${format}`;
  const { size } = await stat(file);
  try {
    await storage.write(key, createReadStream(file), MAX_BYTES);
    await db.transaction(async (tx) => {
      const caller = await exporterOf(tx, work);
      for (const cloud of clouds) await cloudFor(tx, caller, cloud);
      const nameZip = `${fileName(name, 'points', 60)}-${id.slice(0, 8)}.${format}`;
      await tx.query(
        `insert into exports (id, project_id, user_id, kind, name_zip, storage_key, size, count, type_names, files,
           notes, expires_at)
         values ($1, $2, $3, 'points', $4, $5, $6, $7, array['point-cloud'], $8::text[], $9::text[],
           now() + make_interval(days => $10))`,
        [id, work.projectId, caller.userId, nameZip, key, size, points, [nameZip], notes, RETENTION_DAYS],
      );
      await audit(tx, {
        kind: 'export.made',
        actor: caller,
        subject: { kind: 'project', id: work.projectId!, name },
        detail: { kind: 'points', count: points },
      });
      const result: ExportResult = {
        id,
        kind: 'points',
        nameZip,
        size,
        count: points,
        files: [nameZip],
        notes,
      };
      await work.finish(tx, result);
    });
  } catch (failure) {
    await storage.remove(key).catch(() => {});
    throw failure;
  }
}

/** Throws JobFailure when the person may no longer export from the project. */
export async function exporterOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (
    !caller ||
    !grants(caller.authorizations, 'export') ||
    !grants(caller.authorizations, 'pointcloud.read')
  )
    throw new JobFailure('export.not-allowed');
  return caller;
}

export const cloudFor = (db: Queries, caller: Caller, id: string) =>
  findCloud(db, caller, id).catch(asJobFailure);

/** What would be the answer of a call is why the job failed. */
export function asJobFailure(failure: unknown): never {
  throw failure instanceof HttpError ? new JobFailure(failure.key, failure.values) : failure;
}
