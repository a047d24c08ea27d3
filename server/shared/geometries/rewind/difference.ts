import { isDeepStrictEqual } from 'node:util';
import { MAX_RESTORED, type GeometryObject, type RestoreDifference, type RewoundShape } from '#core/protocol';
import { type Caller, blockedTypes } from '../../../base/caller.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { HttpError } from '../../../base/http-error.ts';
import { objectSql } from '../about.ts';

const MAX_SHAPES = 500;
/** Characters of its JSON: larger geometries are not drawn in a preview. */
const LARGEST_SHAPE = 50_000;
const AT_ONCE = 100;

/** One object that was changed after the moment: its state then and now, null if it did not or does not exist. */
export interface Rewound {
  id: string;
  then: GeometryObject | null;
  now: GeometryObject | null;
}

/**
 * The objects changed after the moment of a transaction. Throws HttpError 404 (no such transaction), 413 (too many).
 */
export async function changedSince(
  db: Queries,
  caller: Caller,
  projectId: string,
  transactionId: string,
): Promise<string[]> {
  const params: unknown[] = [transactionId];
  const scope = scopeOf(caller, { projectId });
  const [moment] = await db.query(
    `select 1 from transactions t where t.id = $1::bigint and ${scope.objects('t', params)}`,
    params,
  );
  if (!moment) throw new HttpError(404, 'rewind.unknown-transaction');
  const rows = await db.query<{ id: string }>(...since(caller, projectId, transactionId));
  if (rows.length > MAX_RESTORED) throw new HttpError(413, 'rewind.too-many', { most: MAX_RESTORED });
  return rows.map(({ id }) => id);
}

/**
 * Objects with a transaction after the moment, and those imported since. An object that has had a type blocked for
 * the caller since then is neither revealed nor restored.
 */
function since(caller: Caller, projectId: string, transactionId: string): [string, unknown[]] {
  const params: unknown[] = [transactionId, projectId, blockedTypes(caller)];
  const scope = scopeOf(caller, { projectId });
  return [
    `with moment as (select o.at from transactions o where o.id = $1::bigint and o.project_id = $2::uuid
       and ${scope.objects('o', params)})
     select t.geometry_id as id from transactions t
     where t.project_id = $2::uuid and t.geometry_id is not null and t.at > (select at from moment)
     group by t.geometry_id
     having bool_and(${scope.objects('t', params)}
       and (t.before_type is null or not (t.before_type = any($3::text[]))))
     union
     select g.id from transactions t join geometries g on g.import_id = t.import_id
     where t.project_id = $2::uuid and t.kind = 'import' and t.geometry_id is null
       and t.at > (select at from moment) and ${scope.objects('g', params)}
     order by id limit ${MAX_RESTORED + 1}`,
    params,
  ];
}

/** Returns those of the objects whose state differs between then and now, in small batches: each may be large. */
export async function* differing(
  db: Queries,
  caller: Caller,
  projectId: string,
  transactionId: string,
  ids: readonly string[],
): AsyncGenerator<Rewound[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const params: unknown[] = [transactionId, projectId, ids.slice(from, from + AT_ONCE)];
    const scope = scopeOf(caller, { projectId });
    const rows = await db.query<{ id: string; then: string | null; now: string | null }>(
      `with moment as (select o.at from transactions o where o.id = $1::bigint and ${scope.objects('o', params)}),
       first as (
         select distinct on (t.geometry_id) t.geometry_id as id, t.before, t.import_id from transactions t
         where t.geometry_id = any($3::uuid[]) and t.project_id = $2::uuid and t.at > (select at from moment)
           and ${scope.objects('t', params)}
         order by t.geometry_id, t.id)
       select a.id, ${objectSql('g')} as now,
         case when exists (select 1 from transactions i where i.import_id = coalesce(f.import_id, g.import_id)
             and i.kind = 'import' and i.geometry_id is null and i.project_id = $2::uuid
             and i.at > (select at from moment) and ${scope.objects('i', params)})
           then null else f.before end as then
       from unnest($3::uuid[]) as a(id) left join first f on f.id = a.id
         left join geometries g on g.id = a.id and ${scope.objects('g', params)}`,
      params,
    );
    const read = rows.map(({ id, then, now }) => ({ id, then: parsed(then), now: parsed(now) }));
    yield read.filter((one) => whatOf(one) !== undefined);
  }
}

export function parsed(text: string | null): GeometryObject | null {
  return text === null ? null : (JSON.parse(text) as GeometryObject);
}

export function whatOf({ then, now }: Rewound): RewoundShape['what'] | undefined {
  if (!then || !now) return then ? 'comes' : now ? 'goes' : undefined;
  const same = (['typeName', 'location', 'properties', 'relatesTo', 'labelAt'] as const).every((aspect) =>
    isDeepStrictEqual(then[aspect], now[aspect]),
  );
  return same ? undefined : 'changes';
}

/** Preview of restoring, without changing anything. */
export async function differenceSince(
  db: Queries,
  caller: Caller,
  projectId: string,
  transactionId: string,
): Promise<RestoreDifference> {
  const newest = await newestOf(db, caller, projectId);
  const ids = await changedSince(db, caller, projectId, transactionId);
  const counted = await countDifferences(differing(db, caller, projectId, transactionId, ids));
  return { ...counted, lost: await importsTakenBack(db, caller, projectId, transactionId), newest };
}

/** How many objects come back, go and change, and where. */
export async function countDifferences(
  all: AsyncIterable<readonly Rewound[]>,
): Promise<Omit<RestoreDifference, 'lost' | 'newest'>> {
  const counts = { comes: 0, goes: 0, changes: 0 };
  const byType = new Map<string, RestoreDifference['byType'][number]>();
  const shapes: RewoundShape[] = [];
  for await (const some of all)
    for (const one of some) {
      const { id, then, now } = one;
      const what = whatOf(one)!;
      const { typeName } = (then ?? now)!;
      const ofType = byType.get(typeName) ?? { typeName, comes: 0, goes: 0, changes: 0 };
      byType.set(typeName, ofType);
      counts[what]++;
      ofType[what]++;
      const shape = { id, what, typeName, now: now?.location ?? null, then: then?.location ?? null };
      if (shapes.length < MAX_SHAPES && JSON.stringify(shape).length <= LARGEST_SHAPE) shapes.push(shape);
    }
  const types = [...byType.values()].sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
  return { ...counts, byType: types, shapes };
}

/** The latest transaction of the project that the caller may see; `0` if there is none. */
export async function newestOf(db: Queries, caller: Caller, projectId: string): Promise<string> {
  const params: unknown[] = [];
  const [row] = await db.query<{ id: number | null }>(
    `select max(t.id) as id from transactions t where ${scopeOf(caller, { projectId }).objects('t', params)}`,
    params,
  );
  return String(row?.id ?? 0);
}

async function importsTakenBack(
  db: Queries,
  caller: Caller,
  projectId: string,
  transactionId: string,
): Promise<string[]> {
  const params: unknown[] = [transactionId];
  const scope = scopeOf(caller, { projectId });
  const rows = await db.query<{ name: string }>(
    `select distinct i.file_name as name from transactions t join imports i on i.id = t.import_id
     where t.kind = 'undo' and t.geometry_id is null and i.undone_at is not null and ${scope.objects('t', params)}
       and t.at > (select o.at from transactions o where o.id = $1::bigint)
       and exists (select 1 from transactions b where b.import_id = t.import_id and b.kind = 'import'
         and b.at <= (select o.at from transactions o where o.id = $1::bigint))
     order by 1`,
    params,
  );
  return rows.map(({ name }) => name);
}
