import { type TransactionKind, type TransactionSummary } from '#core/protocol';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import { scopeOf } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { objectSql } from './about.ts';

/** One transaction of one object; `before` and `after` are the object's JSON text, null if it did not exist. */
export interface HistoryEntry {
  id: number;
  at: string;
  by: string;
  kind: TransactionKind;
  typeName: string;
  version: number;
  before: string | null;
  after: string | null;
  importId: string | null;
  plugin: string | null;
}

const MAX_ENTRIES = 1000;

/**
 * The transactions of an object, newest first; empty when the caller has no such object. An import wrote one
 * transaction for all its objects: the state of this one after it is the `before` of its next transaction, or its
 * current state.
 */
export async function historyOf(tx: Queries, caller: Caller, id: string): Promise<HistoryEntry[]> {
  const params: unknown[] = [id, blockedTypes(caller)];
  const scope = scopeOf(caller);
  const own = await tx.query<HistoryEntry>(
    `select t.id, t.at, u.name as by, t.kind, t.type_name as "typeName", t.version, t.before, t.after,
       t.import_id as "importId", t.plugin
     from transactions t join users u on u.id = t.by_user
     where t.geometry_id = $1 and ${scope.objects('t', params)}
       and (t.before_type is null or not (t.before_type = any($2::text[])))
       and not exists (
         select 1 from geometries g where g.id = $1 and not ${scope.objects('g', params)})
     order by t.id desc limit ${MAX_ENTRIES}`,
    params,
  );
  const imported = await importOf(tx, caller, id, own.at(-1));
  return imported ? [...own, imported] : own;
}

async function importOf(
  tx: Queries,
  caller: Caller,
  id: string,
  first: HistoryEntry | undefined,
): Promise<HistoryEntry | undefined> {
  if (first && (first.importId === null || first.before === null)) return undefined;
  const params: unknown[] = [id, first?.importId ?? null];
  const [row] = await tx.query<HistoryEntry & { now: string | null }>(
    `select t.id, t.at, u.name as by, t.kind, t.type_name as "typeName", 1 as version, null as before,
       (select ${objectSql('g')} from geometries g where g.id = $1) as now, t.import_id as "importId", null as plugin
     from transactions t join users u on u.id = t.by_user
     where t.geometry_id is null and t.kind = 'import' and ${scopeOf(caller).objects('t', params)}
       and t.import_id = coalesce($2::uuid, (select g.import_id from geometries g
         where g.id = $1 and ${scopeOf(caller).objects('g', params)}))`,
    params,
  );
  if (!row) return undefined;
  const { now, ...entry } = row;
  return { ...entry, after: first ? first.before : now };
}

/** The JSON text of the history in the API. */
export function historyText(entries: readonly HistoryEntry[]): Precomposed {
  const texts = entries.map(
    (entry) =>
      `${JSON.stringify(summaryOf(entry)).slice(0, -1)},"before":${entry.before ?? 'null'},"after":${entry.after ?? 'null'}}`,
  );
  return new Precomposed(`[${texts.join(',')}]`);
}

export function summaryOf({ id, at, by, kind, plugin }: HistoryEntry): TransactionSummary {
  return { id: String(id), at, by, kind, ...(plugin !== null && { plugin }) };
}

/**
 * The transaction that one more undo reverts: earlier undos are skipped together with what they reverted, so that two
 * undos go back two changes. Undefined when nothing is left.
 */
export function toBeUndone(entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  let skipped = 0;
  for (const entry of entries) {
    if (entry.kind === 'undo') skipped++;
    else if (skipped > 0) skipped--;
    else return entry;
  }
  return undefined;
}
