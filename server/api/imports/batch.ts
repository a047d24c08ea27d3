import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { scopeOf } from '../../shared/access/scope.ts';

/**
 * An import with those of the same file that were written together with it, it first. Only those that the caller may see, and
 * of the others only those that are undone, or not, as wanted.
 */
export async function batchOf(
  tx: Queries,
  caller: Caller,
  id: string,
  { undone }: { undone: boolean },
): Promise<string[]> {
  const params: unknown[] = [id, undone];
  const rows = await tx.query<{ id: string }>(
    `select i.id from imports i
     where i.batch = (select o.batch from imports o where o.id = $1) and i.id <> $1
       and (i.undone_at is not null) = $2 and ${scopeOf(caller).objects('i', params)}
     order by i.id`,
    params,
  );
  return [id, ...rows.map((row) => row.id)];
}
