import { isDeepStrictEqual } from 'node:util';
import type { DescribedType, TypeInFile } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { scopeOf } from '../../../shared/access/scope.ts';

type Existing = Pick<DescribedType, 'name' | 'geometryType' | 'fields' | 'groups'> & { isVisible: boolean };

/** Says of each type whether its name is taken in these projects (none: in any), and a name that is free. */
export async function withExisting(
  db: Queries,
  caller: Caller,
  types: readonly DescribedType[],
  projectIds: readonly string[],
): Promise<TypeInFile[]> {
  const params: unknown[] = [caller.organizationId, projectIds];
  const visible = scopeOf(caller).types('t', params);
  const rows = await db.query<Existing>(
    `select t.name, t.geometry_type as "geometryType", t.fields, t.groups,
       ${visible} as "isVisible" from object_types t
     where t.organization_id = $1 and ($2::uuid[] = '{}' or t.project_ids = '{}' or t.project_ids && $2::uuid[])`,
    params,
  );
  const taken = new Set([...rows, ...types].map(({ name }) => name));
  return types.map((type) => {
    const namesakes = rows.filter(({ name }) => name === type.name);
    const isSame = namesakes.some((each) => each.isVisible && isAlike(each, type));
    return {
      ...type,
      exists: namesakes.length > 0,
      isSame,
      freeName: freeName(type.name, taken, namesakes.length > 0),
    };
  });
}

/** As a file has them: what is the same in several projects once, and others of a name under names that are free. */
export function apart(types: readonly DescribedType[]): DescribedType[] {
  const taken = new Set(types.map(({ name }) => name));
  const different: DescribedType[] = [];
  for (const type of types)
    if (!different.some((each) => isDeepStrictEqual(each, type))) different.push(type);
  return different.map((type, n) => {
    const hasNamesake = different.slice(0, n).some(({ name }) => name === type.name);
    return { ...type, name: freeName(type.name, taken, hasNamesake) };
  });
}

function freeName(name: string, taken: Set<string>, isTaken: boolean): string {
  if (!isTaken) return name;
  for (let n = 2; ; n++) {
    const candidate = `${name.slice(0, 110)} ${n}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

function isAlike(one: Pick<Existing, 'geometryType' | 'fields' | 'groups'>, other: DescribedType): boolean {
  return (
    (one.geometryType ?? null) === (other.geometryType ?? null) &&
    isDeepStrictEqual(one.fields ?? [], other.fields ?? []) &&
    isDeepStrictEqual(one.groups ?? [], other.groups ?? [])
  );
}
