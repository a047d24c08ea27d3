import type { Job } from '#core/protocol';
import type { EventStream } from '../events/stream.ts';
import type { Queries } from '../db/database.ts';

/** A job with whose it is; `result` only where it was asked for. */
export interface JobRow extends Job {
  userId: string;
}

/** Columns of a JobRow from `jobs j`, without the result, which may be large. */
export const JOB_COLUMNS = `j.id, j.kind, j.state, j.progress, j.message, j.error, j.created_at as "createdAt",
  j.project_id as "projectId", j.user_id as "userId"`;

export function told({ userId: _, ...job }: JobRow): Job {
  return job;
}

/** Tells the person of their job, without its result: it is fetched once it is there. */
export function tell(events: EventStream, tx: Queries, row: JobRow): Promise<void> {
  return events.announce(tx, 'job', { userId: row.userId }, told(row));
}
