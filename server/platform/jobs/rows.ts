import type { Job } from '#core/protocol';
import type { EventStream } from '../events/stream.ts';
import type { Queries } from '../db/database.ts';

/** A job with its owner; `result` only where requested. */
export interface JobRow extends Job {
  userId: string;
}

/** Columns of a JobRow from `jobs j`, without the result, which may be large. */
export const JOB_COLUMNS = `j.id, j.kind, j.state, j.progress, j.message, j.error, j.created_at as "createdAt",
  j.project_id as "projectId", j.user_id as "userId"`;

export function withoutOwner({ userId: _, ...job }: JobRow): Job {
  return job;
}

/**
 * Notifies the owner of a job, without its result, which is fetched separately. Who is no longer a member of its project
 * hears nothing.
 */
export async function notifyOwner(events: EventStream, tx: Queries, row: JobRow): Promise<void> {
  if (row.projectId !== null) {
    const member = await tx.query('select 1 from project_members where project_id = $1 and user_id = $2', [
      row.projectId,
      row.userId,
    ]);
    if (member.length === 0) return;
  }
  await events.announce(tx, 'job', { userId: row.userId }, withoutOwner(row));
}
