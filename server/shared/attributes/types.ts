import { conditionedFields } from '#core/fields';
import type { Field, FieldGroup, GeometryType, ObjectType } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Scope, TypeRef } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { COUNT } from '../counts/counts.ts';
import { isCleanText } from '../../base/clean-text.ts';

/** The parts of a type that a change of an object is checked against. */
export interface TypeRules {
  name: string;
  /** With the conditions of their groups. */
  fields: Field[];
  geometryType: GeometryType | null;
}

/**
 * Returns those of the named types that exist for the caller, by name. They are locked until the transaction ends:
 * neither renamed nor deleted while their objects are written.
 */
export async function lockTypes(
  tx: Queries,
  scope: Scope,
  names: readonly string[],
): Promise<Map<string, TypeRules>> {
  const clean = names.filter(isCleanText);
  if (clean.length === 0) return new Map();
  const params: unknown[] = [clean];
  const rows = await tx.query<TypeRules & { groups: FieldGroup[] }>(
    `select t.name, t.fields, t.groups, t.geometry_type as "geometryType" from object_types t
     where t.name = any($1::text[]) and ${scope.types('t', params)} order by t.id for key share`,
    params,
  );
  return new Map(
    rows.map(({ groups, ...row }) => [row.name, { ...row, fields: conditionedFields({ ...row, groups }) }]),
  );
}

/** Columns of an ObjectType from `object_types t`. */
export const TYPE_COLUMNS = `t.id, t.name, t.title, t.geometry_type as "geometryType", t.fields, t.groups, t.style, t.icon, t.images,
  t.project_ids as "projectIds", t.version`;

export async function findType(
  db: Queries,
  scope: Scope,
  id: string,
  lock = false,
): Promise<ObjectType | undefined> {
  const params: unknown[] = [id];
  const [row] = await db.query<ObjectType>(
    `select ${TYPE_COLUMNS} from object_types t where t.id = $1 and ${scope.types('t', params)}
     ${lock ? 'for update' : ''}`,
    params,
  );
  return row;
}

/** The number of objects of a type in all its projects, including those the caller does not work on. */
export async function countObjectsOf(
  db: Queries,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { name, projectIds }: TypeRef,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select ${COUNT} as count from object_counts c join projects p on p.id = c.project_id
     where p.organization_id = $1 and c.type_name = $2 and ($3::uuid[] = '{}' or p.id = any($3::uuid[]))`,
    [organizationId, name, projectIds],
  );
  return row!.count;
}
