import type { ObjectType } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { HttpError } from '../../base/http-error.ts';
import { paletteStyle } from './palette.ts';
import { TYPE_COLUMNS } from './types.ts';

export type NewType = Partial<Omit<ObjectType, 'id' | 'version' | 'images'>> & { name: string };

/**
 * Creates an object type in the caller's organization; values that are not given get defaults. Throws HttpError 409
 * when the name exists.
 */
export async function createType(tx: Queries, caller: Caller, given: NewType): Promise<ObjectType> {
  const geometryType = given.geometryType ?? null;
  const [known] = await tx.query<{ count: number }>(
    'select count(*) as count from object_types t where t.organization_id = $1',
    [caller.organizationId],
  );
  const type = {
    name: given.name,
    title: given.title ?? { en: given.name, it: given.name },
    geometryType,
    fields: given.fields ?? [],
    groups: given.groups ?? [],
    style: given.style ?? paletteStyle(known?.count ?? 0, geometryType),
    icon: given.icon ?? null,
    projectIds: given.projectIds ?? [],
  };
  const [row] = await tx
    .query<ObjectType>(
      `insert into object_types as t (organization_id, name, title, geometry_type, fields, groups, style, icon, project_ids)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid[]) returning ${TYPE_COLUMNS}`,
      [caller.organizationId, ...columnsOf(type)],
    )
    .catch(refuseSameName(type.name));
  return row!;
}

/** The values of the columns that a person sets, in the order of the statements. */
export function columnsOf(type: Omit<ObjectType, 'id' | 'version' | 'images'>): unknown[] {
  const { name, title, geometryType, fields, groups = [], style, icon, projectIds } = type;
  return [
    name,
    JSON.stringify(title),
    geometryType,
    JSON.stringify(fields),
    JSON.stringify(groups),
    JSON.stringify(style),
    icon,
    projectIds,
  ];
}

/** For `catch`: throws HttpError 409 when the database reports that the name is taken. */
export function refuseSameName(name: string): (thrown: unknown) => never {
  return (thrown) => {
    if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'attributes.same-name', { name });
    throw thrown;
  };
}
