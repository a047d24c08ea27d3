import { LRUCache } from 'lru-cache';
import { classificationOf, type Classification, type StyledObject } from '#core/styles';
import type { Style } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { hashOf } from '../../base/hash.ts';

/** How the styles of a project sort its objects into classes. */
export interface TypeClasses {
  /** Changes with anything that sorts them otherwise; empty where all objects of each type are drawn alike. */
  readonly key: string;
  /** What classes are found by, by the name of the type. */
  readonly fields: Readonly<Record<string, { names: readonly string[]; location: boolean }>>;
  /** The property of tiles with the classes of a type. */
  propertyOf(typeName: string): string | undefined;
  /** The class of an object by a JSON text of its `fields`; undefined for one that is never drawn. */
  classOf(typeName: string, by: string): string | undefined;
}

/** Styles with classes, by the id and version of their types. */
const known = new LRUCache<string, Style>({ max: 500 });
/** Classes by the values that they were found by. */
const MAX_VALUES = 10_000;

/** Reads the styles of all types of a project: overviews have objects of all types. */
export async function classesOfTypes(db: Queries, projectId: string): Promise<TypeClasses> {
  const types = await db.query<{ name: string; version: string }>(
    `select t.name, t.id || ' ' || t.version as version from object_types t join projects p on p.id = $1
     where t.organization_id = p.organization_id and (t.project_ids = '{}' or p.id = any(t.project_ids))
       and t.style ?| array['classes', 'filter']
     order by t.name`,
    [projectId],
    { often: true },
  );
  const missing = types.filter(({ version }) => !known.has(version)).map(({ version }) => version);
  if (missing.length > 0) {
    const styles = await db.query<{ version: string; style: Style }>(
      `select t.id || ' ' || t.version as version, t.style from object_types t
       where t.id = any($1::uuid[])`,
      [missing.map((version) => version.split(' ')[0])],
    );
    for (const { version, style } of styles) known.set(version, style);
  }
  return classesOf(new Map(types.flatMap(({ name, version }) => styled(name, known.get(version)))));
}

function styled(name: string, style: Style | undefined): [string, Classification][] {
  const classification = style && classificationOf(style);
  return classification ? [[name, classification]] : [];
}

function classesOf(types: ReadonlyMap<string, Classification>): TypeClasses {
  const cached = new Map<string, Map<string, string | undefined>>();
  const properties = [...types].map(([name, { property }]) => [name, property]);
  return {
    key: types.size === 0 ? '' : hashOf(properties).slice(0, 22),
    fields: Object.fromEntries(
      [...types].map(([name, { fields, readsGeometry }]) => [
        name,
        { names: fields, location: readsGeometry },
      ]),
    ),
    propertyOf: (typeName) => types.get(typeName)?.property,
    classOf: (typeName, by) => {
      let ofType = cached.get(typeName);
      if (!ofType) cached.set(typeName, (ofType = new Map()));
      if (ofType.has(by)) return ofType.get(by);
      const name = types.get(typeName)!.classOf(JSON.parse(by) as StyledObject);
      if (ofType.size < MAX_VALUES) ofType.set(by, name);
      return name;
    },
  };
}
