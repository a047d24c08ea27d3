import { grants } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { asJobFailure, JobFailure, type Work } from '../../../platform/jobs/kind.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { keepExport } from '../../../shared/exports/keep-export.ts';
import { findCloud } from '../record/place.ts';

/** A file that a job has written about clouds. */
export interface Written {
  file: string;
  /** Its ending. */
  format: string;
  name: string;
  points: number;
  notes: string[];
}

/** Stores the file as the result of the job. */
export function keepFile(
  work: Work,
  clouds: readonly string[],
  { points, ...written }: Written,
): Promise<void> {
  const kind = { kind: 'points', viewer: 'point-cloud', count: points } as const;
  return keepExport(work, { ...written, ...kind }, async (tx) => {
    const caller = await exporterOf(tx, work);
    for (const cloud of clouds) await cloudFor(tx, caller, cloud);
    return caller;
  });
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
