import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isCleanText } from '../../base/clean-text.ts';
import { requireProject, scopeOf, typeNamesOf } from './scope.ts';

/** The headers `projectid` and `type` of a call on objects, as they were sent. */
export interface ObjectHeaders {
  projectid?: string | undefined;
  type?: string | undefined;
}

/**
 * The type names of the header `type`; undefined when it was not sent. Throws HttpError 422 for a type that does not
 * exist for the caller (in the project, where one is named).
 */
export async function requestedTypes(
  db: Queries,
  caller: Caller,
  { projectid, type }: ObjectHeaders,
): Promise<string[] | undefined> {
  const names = typeNamesOf(type);
  if (!names) return undefined;
  const params: unknown[] = [names.filter(isCleanText)];
  const scope = scopeOf(caller, projectid === undefined ? {} : { projectId: projectid });
  const known = await db.query<{ name: string }>(
    `select t.name from object_types t where t.name = any($1::text[]) and ${scope.types('t', params)}`,
    params,
    { often: true },
  );
  const unknown = names.find((name) => !known.some((each) => each.name === name));
  if (unknown === undefined) return names;
  // Only members learn which types a project has.
  if (projectid !== undefined) await requireProject(db, caller, projectid);
  throw new HttpError(422, 'geometries.unknown-type', { type: unknown.slice(0, 120) });
}

/**
 * Throws HttpError 404 for an object that is not, or before its deletion was not, of the project and of one of the
 * types of the headers; 422 for a type that does not exist.
 */
export async function requireObject(
  db: Queries,
  caller: Caller,
  headers: ObjectHeaders,
  id: string,
): Promise<void> {
  const { projectid, type } = headers;
  if (projectid === undefined && type === undefined) return;
  if (projectid !== undefined) await requireProject(db, caller, projectid);
  const typeNames = await requestedTypes(db, caller, headers);
  const of = { ...(projectid !== undefined && { projectId: projectid }), ...(typeNames && { typeNames }) };
  const scope = scopeOf(caller, of);
  const params: unknown[] = [id];
  const rows = await db.query(
    `select 1 from geometries g where g.id = $1::uuid and ${scope.objects('g', params)}
     union all
     select 1 from transactions t where t.geometry_id = $1::uuid and ${scope.objects('t', params)}
       and not exists (select 1 from geometries o where o.id = $1::uuid)
     limit 1`,
    params,
  );
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
}

/** Throws HttpError 422 for a new or changed object of a type that the header `type` does not name. */
export async function requireTypesOf(
  db: Queries,
  caller: Caller,
  headers: ObjectHeaders,
  typeNames: readonly (string | undefined)[],
): Promise<void> {
  const named = await requestedTypes(db, caller, headers);
  const other = named && typeNames.find((name) => name !== undefined && !named.includes(name));
  if (other === undefined) return;
  throw new HttpError(422, 'geometries.type-not-named', {
    type: other.slice(0, 120),
    named: named!.join(', '),
  });
}
