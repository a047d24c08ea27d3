import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { scopeOfType, type TypeRef } from '../../shared/access/scope.ts';
import type { FieldChange } from './field-changes.ts';

/** Counts the objects of the type in the caller's scope that the changes would store again. */
export async function countRewritten(
  tx: Queries,
  caller: Caller,
  type: TypeRef,
  changes: readonly FieldChange[],
): Promise<number> {
  const rewriting = changes.filter(({ rewrites }) => rewrites);
  if (rewriting.length === 0) return 0;
  const params: unknown[] = [
    rewriting.map(({ name }) => name),
    rewriting.some(({ after }) => after?.computed !== undefined),
  ];
  const scope = scopeOfType(caller, type);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from geometries g
     where (g.properties ?| $1::text[] or $2::boolean) and ${scope.objects('g', params)}`,
    params,
  );
  return row!.count;
}

/**
 * Counts the objects of the type in projects of the organization that the caller does not work on, and whose values
 * the changes would rewrite.
 */
export async function countElsewhere(
  tx: Queries,
  caller: Caller,
  type: TypeRef,
  changes: readonly FieldChange[],
): Promise<number> {
  const rewriting = changes.filter(({ rewrites }) => rewrites);
  if (rewriting.length === 0) return 0;
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from geometries g join projects p on p.id = g.project_id
     where p.organization_id = $1 and g.type_name = $2 and ($6::uuid[] = '{}' or p.id = any($6::uuid[]))
       and (g.properties ?| $3::text[] or $4::boolean)
       and not exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $5)`,
    [
      caller.organizationId,
      type.name,
      rewriting.map(({ name }) => name),
      rewriting.some(({ after }) => after?.computed !== undefined),
      caller.userId,
      type.projectIds,
    ],
  );
  return row!.count;
}
