import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, CloudHeader, convertPointcloud, Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import type { Queries } from '../../platform/db/database.ts';
import { changeFile, findFile, type FileRow } from '../../shared/files/store.ts';
import { frameOf } from './frame.ts';
import { columnsOf } from './record/cloud-record.ts';

/** Input of a job of kind `pointcloud`. */
export interface CloudInput {
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

/**
 * Queues the conversion of a point cloud, unless it is a COPC, which is viewed as it is. Without `options` only where
 * its content, or its CRS in a way that changes the points, is another than that of its octree. Resolves to the cloud as
 * it is then.
 */
export async function startConversion(
  { caller, services, language }: Asking,
  fileId: string,
  options?: BodyOf<typeof convertPointcloud>,
): Promise<FileRow> {
  const { db, jobs } = services;
  const jobId = randomUUID();
  const started = await db.transaction(async (tx) => {
    await tx.query('select 1 from files where id = $1 for update', [fileId]);
    const before = await findFile(tx, caller, fileId, ['pointcloud']);
    const header = before.facts as CloudHeader;
    const { name, content, cloud } = before;
    if (header.format === 'copc' && options) throw new HttpError(422, 'pointcloud.is-copc', { name });
    const isRunning = cloud?.jobState === 'queued' || cloud?.jobState === 'running';
    if (options && isRunning && cloud.content === content)
      throw new HttpError(409, 'pointcloud.converting', { name });
    if (options && Object.keys(options).length > 0)
      await changeFile(tx, caller, before, { details: { ...before.details, ...options } });
    const row = await findFile(tx, caller, fileId, ['pointcloud']);
    if (!options && (await keepOctree(tx, row, language))) return undefined;
    await tx.query(
      `insert into clouds (file_id, content, job_id, language) values ($1, $2, $3, $4)
       on conflict (file_id) do update set content = excluded.content, job_id = excluded.job_id,
         language = excluded.language`,
      [fileId, content, jobId, language],
    );
    return row;
  });
  if (started) {
    const { name, content, projectId } = started;
    const input: CloudInput = { fileId, name, content, language };
    await jobs.add({ id: jobId, kind: 'pointcloud', userId: caller.userId, projectId, input });
  }
  return findFile(db, caller, fileId, ['pointcloud']);
}

/** Whether the points need no conversion: of a COPC never, else where they would be the same. */
async function keepOctree(tx: Queries, row: FileRow, language: Language): Promise<boolean> {
  const { id, content, cloud, details } = row;
  const header = row.facts as CloudHeader;
  const isCopc = header.format === 'copc';
  if (!isCopc && cloud?.content !== content) return false;
  const crs = (details['crs'] as string | undefined) ?? header.crs;
  const frame = await frameOf(header, crs, details);
  const facts = cloud?.facts;
  if (isCopc) {
    await tx.query(
      `insert into clouds (file_id, content, language, facts) values ($1, $2, $3, $4::jsonb)
       on conflict (file_id) do update set content = excluded.content, facts = excluded.facts`,
      [id, content, language, JSON.stringify(frame)],
    );
    return true;
  }
  if (!facts) return true;
  const { degrees, unit, fileUnit, heightUnit } = frame;
  if (degrees !== facts.degrees || unit !== facts.unit || heightUnit !== facts.heightUnit) return false;
  if (fileUnit !== (facts.fileUnit ?? facts.unit)) return false;
  if (!isDeepStrictEqual(columnsOf(row), facts.columns ?? header.columns ?? null)) return false;
  await tx.query('update clouds set facts = $2::jsonb where file_id = $1', [
    id,
    JSON.stringify({ ...facts, crs: frame.crs ?? (degrees === null ? null : facts.crs) }),
  ]);
  return true;
}
