import { grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { memberOf } from '../../shared/access/member.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';

/**
 * Returns the person an import runs for, with their current rights, which may have changed since the request.
 * Throws JobFailure when they may no longer import into the project.
 */
export async function importerOf(db: Queries, userId: string, projectId: string): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId);
  if (!caller || !grants(caller.authorizations, 'import')) throw new JobFailure('import.not-allowed');
  return caller;
}
