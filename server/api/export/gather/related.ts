import type { Properties, Style } from '#core/protocol';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { isUuid } from '../../../base/uuid.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { readSpool } from '../content/read-spool.ts';
import { nameOf } from '../documents/document-texts.ts';

interface RelatedRow {
  id: string;
  properties: Properties;
  style: Style | null;
}

/** Names of the objects to which those of a document are related, by their ids; of those in the scope. */
export async function relatedNames(
  db: Queries,
  scope: Scope,
  types: readonly SpoolType[],
): Promise<Record<string, string>> {
  const ids = new Set<string>();
  for (const { fields, file } of types) {
    const relations = fields.filter(({ type }) => type === 'relation');
    if (relations.length === 0) continue;
    for (const { properties } of readSpool(file))
      for (const { name } of relations)
        for (const id of [properties[name] ?? []].flat()) if (isUuid(id)) ids.add(id as string);
  }
  if (ids.size === 0) return {};
  const params: unknown[] = [[...ids]];
  const rows = await db.query<RelatedRow>(
    `select g.id, g.properties,
       (select t.style from object_types t join projects p on p.organization_id = t.organization_id
        where p.id = g.project_id and t.name = g.type_name
          and (t.project_ids = '{}' or p.id = any(t.project_ids)) limit 1) as style
     from geometries g where g.id = any($1::uuid[]) and ${scope.objects('g', params)}`,
    params,
  );
  return Object.fromEntries(
    rows.map(({ id, properties, style }) => [id, nameOf(id, properties, style ?? undefined)]),
  );
}
