import type { Queries } from '../../platform/db/database.ts';
import { paramsInto, type AddParam } from '../../platform/db/params.ts';
import { HttpError } from '../../base/http-error.ts';
import { grants } from '#core/protocol';
import { blockedTypes, type Caller } from '../../base/caller.ts';

declare const sealed: unique symbol;

/**
 * What a person may see, as SQL. Every statement that reads or changes `geometries`, `transactions`, `imports` or
 * `object_types` contains a scope: its functions take a Scope, only this file creates one, and a test searches the
 * server's SQL for statements without one.
 */
export interface Scope {
  readonly [sealed]: true;
  /**
   * Condition on rows of `geometries`, `transactions` or `imports` named `alias`: of a project the person is a member
   * of, in the organization of their token, of no blocked type. Appends its values to `params` and numbers them from
   * there.
   */
  objects(alias: string, params: unknown[]): string;
  /** Condition on rows of `object_types`: of the person's organization, not blocked, for a project they work on. */
  types(alias: string, params: unknown[]): string;
  /**
   * Names of the elements of BIM models that a row of `geometries` named `alias` is linked to, each with its model, as a text;
   * null: none, or the person may not see models.
   */
  elements(alias: string, param: AddParam): string;
}

export interface ScopeOf {
  /** Only of this project. */
  projectId?: string;
  /** Only of these projects; none: of all. */
  projectIds?: readonly string[];
  /** Only of these types. */
  typeNames?: readonly string[];
  /** Not of these types, in addition to the blocked ones. */
  excluded?: readonly string[];
}

export function scopeOf(caller: Caller, of: ScopeOf = {}): Scope {
  const hidden = [...blockedTypes(caller), ...(of.excluded ?? [])];
  const scope: Omit<Scope, typeof sealed> = {
    objects(alias, params) {
      const param = paramsInto(params);
      const conditions = [
        `${alias}.project_id in (select pm.project_id from project_members pm join projects p on p.id = pm.project_id
          where pm.user_id = ${param(caller.userId)}::uuid and p.organization_id = ${param(caller.organizationId)}::uuid
          ${of.projectId ? `and p.id = ${param(of.projectId)}::uuid` : ''})`,
      ];
      if (of.projectId) conditions.push(`${alias}.project_id = ${param(of.projectId)}::uuid`);
      if (of.projectIds?.length)
        conditions.push(`${alias}.project_id = any(${param(of.projectIds)}::uuid[])`);
      if (hidden.length > 0) conditions.push(`not (${alias}.type_name = any(${param(hidden)}::text[]))`);
      const [only, ...others] = of.typeNames ?? [];
      // An index keeps its order only behind a single type.
      if (only !== undefined && others.length === 0)
        conditions.push(`${alias}.type_name = ${param(only)}::text`);
      else if (of.typeNames) conditions.push(`${alias}.type_name = any(${param(of.typeNames)}::text[])`);
      return `(${conditions.join(' and ')})`;
    },
    types(alias, params) {
      const param = paramsInto(params);
      const conditions = [`${alias}.organization_id = ${param(caller.organizationId)}::uuid`];
      const mine = `select pm.project_id from project_members pm where pm.user_id = ${param(caller.userId)}::uuid`;
      conditions.push(
        of.projectId
          ? `(${alias}.project_ids = '{}' or (${param(of.projectId)}::uuid = any(${alias}.project_ids)
              and ${param(of.projectId)}::uuid in (${mine})))`
          : `(${alias}.project_ids = '{}' or exists (select 1 from unnest(${alias}.project_ids) as own(id)
              where own.id in (${mine})))`,
      );
      if (hidden.length > 0) conditions.push(`not (${alias}.name = any(${param(hidden)}::text[]))`);
      if (of.typeNames) conditions.push(`${alias}.name = any(${param(of.typeNames)}::text[])`);
      return `(${conditions.join(' and ')})`;
    },
    elements(alias, param) {
      const seesModels =
        grants(caller.authorizations, 'bim.read') &&
        !caller.blockedLayers.includes('bim') &&
        !caller.linkedCloud;
      if (!seesModels) return 'null::text';
      // A model of an object that is hidden from the person is hidden, too.
      const hiddenTypes = param(hidden);
      return `(select string_agg(distinct coalesce(e.name, l.guid) || ' · ' || m.name, ', ')
        from bim_links l join files m on m.id = l.file_id and m.project_id = ${alias}.project_id
          left join lateral (select c.edition from bim_contents c where c.file_id = m.id and c.edition is not null
            order by c.content desc limit 1) newest on true
          left join bim_things e on e.edition = newest.edition and e.guid = l.guid
        where l.geometry_id = ${alias}.id and not exists (select 1 from geometries owner
          where owner.id = m.geometry_id and owner.type_name = any(${hiddenTypes}::text[])))`;
    },
  };
  return scope as Scope;
}

/** Whether the person's organization has object types for them, and all of those are blocked. */
export async function everyTypeBlocked(db: Queries, caller: Caller): Promise<boolean> {
  const blocked = blockedTypes(caller);
  if (blocked.length === 0) return false;
  const params: unknown[] = [];
  const visible = scopeOf({ ...caller, blockedLayers: [] }).types('t', params);
  const [row] = await db.query<{ every: boolean | null }>(
    `select bool_and(t.name = any($${params.push(blocked)}::text[])) as every from object_types t where ${visible}`,
    params,
  );
  return row?.every ?? false;
}

/** An object type, as far as its objects are concerned: another project may have another type of its name. */
export interface TypeRef {
  name: string;
  /** Its projects; none: all. */
  projectIds: readonly string[];
}

/** The objects of a type. */
export function scopeOfType(caller: Caller, { name, projectIds }: TypeRef): Scope {
  return scopeOf(caller, { typeNames: [name], projectIds });
}

/** Throws HttpError 404 unless the person is a member of the project in the organization of their token. */
export async function requireProject(db: Queries, caller: Caller, projectId: string): Promise<void> {
  const rows = await db.query(
    `select 1 from projects p join project_members pm on pm.project_id = p.id
     where p.id = $1 and pm.user_id = $2 and p.organization_id = $3`,
    [projectId, caller.userId, caller.organizationId],
    { often: true },
  );
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
}

/** Header `type` (protocol/common.ts): type names, comma-separated, each percent-encoded; undefined when not sent. */
export function typeNamesOf(header: string | undefined): string[] | undefined {
  const names = header
    ?.split(',')
    .map((name) => decoded(name.trim()))
    .filter((name) => name !== '');
  return names && names.length > 0 ? names : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
