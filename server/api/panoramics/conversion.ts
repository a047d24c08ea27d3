import { randomUUID } from 'node:crypto';
import type { Language, Panoramic } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import type { Services } from '../../platform/services/services.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';

/** Input of a job of kind `panoramic`. */
export interface PanoramaInput {
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

/** Queues the pyramid of a panorama, unless it is under way. */
export async function startPyramid({ caller, services, language }: Asking, fileId: string): Promise<FileRow> {
  const { db, jobs } = services;
  const jobId = randomUUID();
  const { name, content, projectId } = await db.transaction(async (tx) => {
    await tx.query('select 1 from files where id = $1 for update', [fileId]);
    const row = await findFile(tx, caller, fileId, ['panoramic']);
    const isRunning = row.panorama?.jobState === 'queued' || row.panorama?.jobState === 'running';
    if (isRunning && row.panorama?.content === row.content)
      throw new HttpError(409, 'panoramics.converting', { name: row.name });
    await tx.query(
      `insert into panoramas (file_id, content, job_id, language) values ($1, $2, $3, $4)
       on conflict (file_id) do update set content = excluded.content, job_id = excluded.job_id,
         language = excluded.language`,
      [fileId, row.content, jobId, language],
    );
    return row;
  });
  const input: PanoramaInput = { fileId, name, content, language };
  await jobs.add({ id: jobId, kind: 'panoramic', userId: caller.userId, projectId, input });
  return findFile(db, caller, fileId, ['panoramic']);
}

/** How far the pyramid of a panorama is, and the one that is served. */
export function pyramidOf({
  content,
  panorama,
}: Pick<FileRow, 'content' | 'panorama'>): Pick<Panoramic, 'state' | 'error' | 'jobId' | 'pyramid'> {
  const { facts, pyramid: version, jobState, jobError } = panorama ?? {};
  const pyramid = facts && version != null ? { ...facts, version } : null;
  const jobId = panorama?.jobId ?? null;
  const isOwn = panorama?.content === content;
  if (isOwn && jobState === 'queued') return { state: 'queued', error: null, jobId, pyramid };
  if (isOwn && jobState === 'running') return { state: 'converting', error: null, jobId, pyramid };
  if (isOwn && jobState === 'failed') return { state: 'failed', error: jobError ?? null, jobId, pyramid };
  if (pyramid && panorama?.pyramidContent === content) return { state: 'ready', error: null, jobId, pyramid };
  const error = sentence(panorama?.language ?? 'en', 'panoramics.not-converted');
  return { state: 'failed', error, jobId, pyramid };
}
