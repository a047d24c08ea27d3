import { randomUUID } from 'node:crypto';
import type { Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';

/** Input of a job of kind `bim`. */
export interface BimInput {
  fileId: string;
  name: string;
  /** The version of the content that is converted. */
  content: number;
  language: Language;
}

interface Asking {
  caller: Caller;
  services: Services;
  language: Language;
}

/** Queues the conversion of a model: where its content has none yet, or, `again`, unless it is under way. */
export async function startConversion(
  { caller, services, language }: Asking,
  fileId: string,
  again = false,
): Promise<FileRow> {
  const { db, jobs } = services;
  const jobId = randomUUID();
  const started = await db.transaction(async (tx) => {
    await tx.query('select 1 from files where id = $1 for update', [fileId]);
    const row = await findFile(tx, caller, fileId, ['bim']);
    const isRunning = row.bim?.jobState === 'queued' || row.bim?.jobState === 'running';
    if (again && isRunning) throw new HttpError(409, 'bim.converting', { name: row.name });
    if (!again && row.bim?.jobId) return undefined;
    await tx.query(
      `insert into bim_contents (file_id, content, job_id, language) values ($1, $2, $3, $4)
       on conflict (file_id, content) do update set job_id = excluded.job_id, language = excluded.language,
         under_way = null, made = null`,
      [fileId, row.content, jobId, language],
    );
    return row;
  });
  if (started) {
    const { name, content, projectId } = started;
    const input: BimInput = { fileId, name, content, language };
    await jobs.add({ id: jobId, kind: 'bim', userId: caller.userId, projectId, input });
  }
  return findFile(db, caller, fileId, ['bim']);
}
