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

/** Notifies the owner of a job, without its result, which is fetched separately. */
export function notifyOwner(events: EventStream, tx: Queries, row: JobRow): Promise<void> {
  return events.announce(tx, 'job', { userId: row.userId }, withoutOwner(row));
}
