import { scopeOf } from '../access/scope.ts';
import { blockedTypes, type Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import { hashOf } from '../../base/hash.ts';
import { ELEMENTS } from './elements-field.ts';

/**
 * Changes whenever anything changes that the person can read from the root: objects (their live events are numbered
 * in the order of commits; transactions cover the time before the stored events), types and blocked layers.
 * Throws HttpError 404 for a project that the person is not a member of. A `query` that names linked elements of models
 * also has another state when links or models change.
 */
export async function stateOf(
  db: Queries,
  { caller, projectId }: { caller: Caller; projectId: string | undefined },
  query?: object,
): Promise<string> {
  const params: unknown[] = [caller.userId, caller.organizationId, projectId ?? null];
  const [state] = await db.query<{ projects: string[] | null }>(
    `with mine as materialized (
       select p.id from projects p join project_members pm on pm.project_id = p.id
       where pm.user_id = $1 and p.organization_id = $2 and ($3::uuid is null or p.id = $3))
     select (select array_agg(id order by id) from mine) as projects,
       (select max(last.id) from mine, lateral (select max(e.id) as id from events e
         where e.project_id = mine.id and e.kind = 'geometries') last) as event,
       (select max(last.id) from mine, lateral (select max(t.id) as id from transactions t
         where t.project_id = mine.id) last) as transaction,
       (select string_agg(t.id || ' ' || t.version, ',' order by t.id) from object_types t
         where ${scopeOf(caller, projectId ? { projectId } : {}).types('t', params)}) as types`,
    params,
    { often: true },
  );
  if (projectId && !state!.projects) throw new HttpError(404, 'http.not-found');
  const isOfElements = query !== undefined && mentions(query, ELEMENTS);
  const links = isOfElements && (await stateOfLinks(db, state!.projects ?? []));
  return hashOf([
    state,
    blockedTypes(caller).sort(),
    ...(links ? [links, caller.authorizations, caller.blockedLayers] : []),
  ]).slice(0, 22);
}

/** Whether a value contains the word. A query may be nested deeper than functions can call each other. */
function mentions(query: object, word: string): boolean {
  const rest: unknown[] = [query];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next === word) return true;
    if (typeof next === 'object' && next !== null)
      rest.push(...Object.values(next).filter((part) => part !== undefined));
  }
  return false;
}

async function stateOfLinks(db: Queries, projects: readonly string[]): Promise<unknown> {
  const [state] = await db.query(
    `select (select string_agg(l.id::text, ',' order by l.id) from bim_links l join files f on f.id = l.file_id
         where f.project_id = any($1::uuid[])) as links,
       (select string_agg(f.id || ' ' || f.version || ' ' || f.name || ' ' || coalesce(c.edition, 0), ',' order by f.id, c.content)
         from files f left join bim_contents c on c.file_id = f.id
         where f.kind = 'bim' and f.project_id = any($1::uuid[])) as models`,
    [projects],
  );
  return state;
}
