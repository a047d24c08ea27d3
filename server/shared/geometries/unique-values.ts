import type { Queries } from '../../platform/db/database.ts';

/** SQL of the hash of a value, `jsonb`: equal for equal values. */
const hash = (value: string): string => `jsonb_hash_extended(${value}, 0)`;

/**
 * SQL that lists the values of unique fields, as part of the statement that writes them: they are found by an index,
 * however many objects there are. `written`: a query of `id`, `type_name` and `properties`; `project`: the placeholder
 * of the project.
 */
export function recordUnique(project: string, written: string): string {
  return `insert into unique_values (project_id, field, hash, geometry_id)
    select ${project}::uuid, f.name, ${hash('w.properties->f.name')}, w.id
    from (${written}) w join (
      select t.name as type_name, unnest(unique_fields(t.fields)) as name
      from object_types t join projects p on p.organization_id = t.organization_id
      where p.id = ${project}::uuid and t.fields @> '[{"unique": true}]'
        and (t.project_ids = '{}' or p.id = any(t.project_ids))
    ) f on f.type_name = w.type_name
    where coalesce(w.properties->>f.name, '') <> ''
    on conflict do nothing`;
}

/** Lists the values of a field that an import has loaded. */
export async function listImported(
  tx: Queries,
  projectId: string,
  field: string,
  importId: string,
): Promise<void> {
  await tx.query(
    `insert into unique_values (project_id, field, hash, geometry_id)
     select g.project_id, $2::text, ${hash('g.properties->$2::text')}, g.id from geometries g
     where g.import_id = $3 and g.project_id = $1 and coalesce(g.properties->>$2::text, '') <> ''
     on conflict do nothing`,
    [projectId, field, importId],
  );
}

/** A value that objects of a type have, and one of them. `n`: the number of the value in the list, from 0. */
export interface Holder {
  n: number;
  id: string;
}

/** The objects that have one of the values (JSON texts) in a unique field. */
export function holdersOf(
  tx: Queries,
  projectId: string,
  { typeName, field, values }: { typeName: string; field: string; values: readonly string[] },
): Promise<Holder[]> {
  return tx.query<Holder>(
    `select v.n::int - 1 as n, g.id from unnest($4::text[]) with ordinality as v(value, n)
       join unique_values u on u.project_id = $1 and u.field = $3::text and u.hash = ${hash('v.value::jsonb')}
       join geometries g on g.id = u.geometry_id
     where g.project_id = $1 and g.type_name = $2 and g.properties->$3::text = v.value::jsonb`,
    [projectId, typeName, field, values],
  );
}

/** A value (JSON text) of a unique field that an object of an import shares with another one of the type; listed before. */
export async function sharedByImport(
  tx: Queries,
  projectId: string,
  { typeName, field, importId }: { typeName: string; field: string; importId: string },
): Promise<string | undefined> {
  const [row] = await tx.query<{ value: string }>(
    `select (g.properties->$3::text)::text as value from geometries g
       join unique_values u on u.project_id = $1 and u.field = $3::text and u.hash = ${hash('g.properties->$3::text')}
         and u.geometry_id <> g.id
       join geometries o on o.id = u.geometry_id
     where g.import_id = $4 and g.project_id = $1 and g.type_name = $2 and coalesce(g.properties->>$3::text, '') <> ''
       and o.project_id = $1 and o.type_name = $2 and o.properties->$3::text = g.properties->$3::text limit 1`,
    [projectId, typeName, field, importId],
  );
  return row?.value;
}
