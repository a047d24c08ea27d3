import { scopeOf } from '../../access/scope.ts';
import type { Editing } from '../editing.ts';

/**
 * Carries out a long change in parts, each in a transaction: all in the same one, or one after the other. In the second
 * case others come between them, and all bear the same moment, `at`, so that they are one change in the history.
 */
export interface Parts {
  isOneTransaction: boolean;
  run<T>(work: (editing: Editing) => Promise<T>): Promise<T>;
}

export function oneTransaction(editing: Editing): Parts {
  return { isOneTransaction: true, run: (work) => work(editing) };
}

/** An object that an earlier attempt at the same change has written. */
export interface DoneObject {
  id: string;
  transactionId: string;
  version: number;
  typeName: string;
}

/** What an attempt that was broken off has done of a change in parts, by the id of the object. */
export async function doneBefore(
  { tx, caller, at }: Editing,
  projectId: string,
): Promise<Map<string, DoneObject>> {
  if (at === undefined) return new Map();
  const params: unknown[] = [projectId, at, caller.userId];
  const rows = await tx.query<DoneObject>(
    `select t.geometry_id as id, t.id::text as "transactionId", t.version, t.type_name as "typeName"
     from transactions t
     where t.project_id = $1::uuid and t.at = $2::timestamptz and t.by_user = $3::uuid and t.geometry_id is not null
       and ${scopeOf(caller, { projectId }).objects('t', params)} order by t.id`,
    params,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
