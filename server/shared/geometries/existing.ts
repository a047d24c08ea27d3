import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { scopeOf } from '../access/scope.ts';

/** Those of the ids that are objects of the project that the caller may see. */
export async function existingObjects(
  tx: Queries,
  { caller, projectId }: { caller: Caller; projectId: string },
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const params: unknown[] = [ids];
  const rows = await tx.query<{ id: string }>(
    `select g.id from geometries g
     where g.id = any($1::uuid[]) and ${scopeOf(caller, { projectId }).objects('g', params)}`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}
