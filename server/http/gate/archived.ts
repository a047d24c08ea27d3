import { CHANGING_PROJECTS, type CallSpec } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import type { Database, Queries } from '../../platform/db/database.ts';

/** Calls that change it with another authorization. */
const ALSO_WRITING: ReadonlySet<string> = new Set(['projects.changeLockedLayers', 'uploads.create']);

export function changesProject({ id, method, authorization }: CallSpec): boolean {
  return method !== 'GET' && (CHANGING_PROJECTS.has(authorization) || ALSO_WRITING.has(id));
}

type Parts = Record<'params' | 'query' | 'headers' | 'body', unknown>;

/** The ids in the address, the headers and at the top of the body, any of which may be of a project or of its part. */
export function namedIds({ params, query, headers, body }: Parts): string[] {
  const { id } = (query ?? {}) as { id?: unknown };
  const { projectid } = (headers ?? {}) as { projectid?: unknown };
  const inBody = Array.isArray(body) ? [] : Object.values(body ?? {});
  return [...Object.values(params ?? {}), id, projectid, ...inBody].filter(isUuid);
}

/**
 * Throws HttpError 409 where an id is that of an archived project of the caller, or of a part of one; of an object
 * type, where it is for archived projects only. What is hidden from the caller counts as missing. Resolves to the ids of
 * the other projects found.
 */
export async function refuseArchived(db: Queries, caller: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db.query<{ id: string; name: string; archived: boolean }>(
    `select p.id, p.project_name as name, p.archived from projects p
     where p.organization_id = $2
       and exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $3)
       and (p.id = any($1::uuid[]) or exists (
         select 1 from geometries x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from transactions x where x.geometry_id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from files x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from surveys x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from terrains x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from tilesets x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from bim_topics x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from bookmarks x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from cloud_annotations a join files x on x.id = a.cloud_id
           where a.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from field_books x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from surfaces x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from imports x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from object_types x where x.id = any($1::uuid[]) and p.id = any(x.project_ids) and not (
           p.archived and exists (select 1 from projects o where o.id = any(x.project_ids) and not o.archived))))`,
    [ids, caller.organizationId, caller.userId],
    { often: true },
  );
  refuse(found);
  return found.map(({ id }) => id);
}

/**
 * Keeps projects from being archived until the transaction ends, waiting for one that is being archived. Throws
 * HttpError 409 where one is archived.
 */
export async function holdUnarchived(tx: Queries, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  const ids = [...projectIds].sort();
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK}) from unnest($1::uuid[]) as p(id)`, [ids], {
    often: true,
  });
  // A statement of its own: it sees what was committed while the lock was waited for.
  refuse(
    await tx.query<{ name: string; archived: boolean }>(
      'select p.project_name as name, p.archived from projects p where p.id = any($1::uuid[]) and p.archived',
      [ids],
      { often: true },
    ),
  );
}

/** Waits until nothing changes the project, and keeps changes waiting until the transaction ends. */
export async function holdForArchiving(tx: Queries, projectId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK}) from (values ($1::uuid)) as p(id)`, [projectId]);
}

/** The database for a call that changes what these projects contain: all that it writes holds them unarchived. */
export function whileUnarchived(db: Database, projectIds: readonly string[]): Database {
  if (projectIds.length === 0) return db;
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      await holdUnarchived(tx, projectIds);
      return work(tx);
    });
  return {
    engine: db.engine,
    transaction,
    query: (sql, params, how) =>
      /^\s*(?:insert|update|delete|with)\b/i.test(sql)
        ? transaction((tx) => tx.query(sql, params, how))
        : db.query(sql, params, how),
    copy: (table, columns, rows) => transaction((tx) => tx.copy(table, columns, rows)),
    listen: (channel, listener) => db.listen(channel, listener),
    notify: (channel, payload) => db.notify(channel, payload),
    close: () => db.close(),
  };
}

const LOCK = `hashtextextended('archive ' || p.id, 0)`;

function refuse(projects: readonly { name: string; archived: boolean }[]): void {
  const archived = projects.find((project) => project.archived);
  if (archived) throw new HttpError(409, 'projects.archived', { name: archived.name });
}
