import { elementName, pathName, type Field, type GeometryType, type Localized } from '#core/protocol';
import { isCleanText } from '../../base/clean-text.ts';
import type { Caller } from '../../base/caller.ts';
import { requireProject, scopeOf, type Scope } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';

/** An object type as a collection or feature type. */
export interface FeatureType {
  name: string;
  title: Localized;
  geometryType: GeometryType | null;
  fields: Field[];
  /** Its id in URLs. */
  id: string;
  /** Its XML element name, and those of its fields by name. */
  element: string;
  elements: ReadonlyMap<string, string>;
}

/** Elements of every WFS feature other than its fields. */
export const GEOMETRY_ELEMENT = 'location';
export const PROJECT_ELEMENT = 'projectId';
/** All attributes that are not fields of the type, as JSON. */
export const OTHERS_ELEMENT = 'otherAttributes';
const TAKEN = new Set([GEOMETRY_ELEMENT, PROJECT_ELEMENT, OTHERS_ELEMENT]);
/** The feature type with the objects of every type. */
export const EVERYTHING = 'geometries';

/** What a root serves: all projects of the caller, or the one in its URL. */
export interface Root {
  caller: Caller;
  projectId: string | undefined;
}

/** The object types of a root, or those named. Throws 404 for a project the caller cannot see. */
export async function typesOf(
  db: Queries,
  { caller, projectId }: Root,
  names?: readonly string[],
): Promise<FeatureType[]> {
  if (projectId) await requireProject(db, caller, projectId);
  const params: unknown[] = [];
  const scope = scopeOf(caller, {
    ...(projectId && { projectId }),
    ...(names && { typeNames: names.filter(isCleanText) }),
  });
  const rows = await db.query<TypeRow>(
    `select t.name, t.title, t.geometry_type as "geometryType", t.fields from object_types t
     where ${scope.types('t', params)} order by t.name`,
    params,
    { often: true },
  );
  return merged(rows).map(asFeatureType);
}

type TypeRow = Pick<FeatureType, 'name' | 'title' | 'geometryType' | 'fields'>;

/** Of all projects together, types of one name are one collection with the fields of each. */
function merged(rows: readonly TypeRow[]): TypeRow[] {
  const types = new Map<string, TypeRow>();
  for (const row of rows) {
    const known = types.get(row.name);
    types.set(row.name, known ? withFieldsOf(known, row) : row);
  }
  return [...types.values()];
}

function withFieldsOf(known: TypeRow, other: TypeRow): TypeRow {
  const fields = new Map(known.fields.map((field) => [field.name, field]));
  for (const field of other.fields) {
    const own = fields.get(field.name);
    // What is a number here and a text there is read as text.
    if (!own) fields.set(field.name, field);
    else if (own.type !== field.type) fields.set(field.name, { ...own, type: 'text' });
  }
  const geometryType = known.geometryType === other.geometryType ? known.geometryType : null;
  return { ...known, geometryType, fields: [...fields.values()] };
}

function asFeatureType(row: TypeRow): FeatureType {
  return {
    ...row,
    id: pathName(row.name),
    element: elementName(row.name, new Set([EVERYTHING])),
    elements: new Map(row.fields.map(({ name }) => [name, elementName(name, TAKEN)])),
  };
}

/** Scope of the root's objects, of one type or all. */
export function scopeWithin({ caller, projectId }: Root, types?: readonly FeatureType[]): Scope {
  return scopeOf(caller, {
    ...(projectId && { projectId }),
    ...(types && { typeNames: types.map(({ name }) => name) }),
  });
}
