import type { FoundPlace, Language } from '#core/protocol';
import type { Scope } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';

interface MatchRow {
  id: string;
  typeName: string;
  title: string | null;
  value: string;
  x: number;
  y: number;
  extent: [number, number, number, number];
}

const LONGEST = 120;

/** Objects with a value equal to the text, beginning with it, or containing it; in this order. */
export async function findObjects(
  db: Queries,
  scope: Scope,
  text: string,
  max: number,
  language: Language,
): Promise<FoundPlace[]> {
  const escaped = (each: string) => each.replace(/[\\%_]/g, '\\$&');
  // As it occurs in the JSON of all attributes: most objects are skipped without parsing their attributes.
  const inJson = JSON.stringify(text).slice(1, -1);
  const params: unknown[] = [`%${escaped(inJson)}%`, `%${escaped(text)}%`, text.toLowerCase(), max, language];
  const rows = await db.query<MatchRow>(
    `select found.*, (select t.title ->> $5::text from object_types t join projects p on p.organization_id = t.organization_id
         where p.id = "projectId" and t.name = "typeName" and (t.project_ids = '{}' or p.id = any(t.project_ids))
         limit 1) as title from (
       select g.id, g.project_id as "projectId", g.type_name as "typeName", v.value,
         st_x(p.at) as x, st_y(p.at) as y,
         json_build_array(st_xmin(g.geom), st_ymin(g.geom), st_xmax(g.geom), st_ymax(g.geom)) as extent
       from geometries g,
         lateral (select a.value from jsonb_each_text(g.properties) a where a.value ilike $2::text
           order by length(a.value), a.key limit 1) v,
         lateral (select st_closestpoint(st_force2d(g.geom), st_setsrid(st_makepoint(
           (st_xmin(g.geom) + st_xmax(g.geom)) / 2, (st_ymin(g.geom) + st_ymax(g.geom)) / 2), 4326)) as at) p
       where g.properties::text ilike $1::text and ${scope.objects('g', params)}
       limit 1000
     ) found
     order by lower(value) <> $3::text, not starts_with(lower(value), $3::text), length(value), id limit $4::int`,
    params,
  );
  return rows.map(({ id, typeName, title, value, x, y, extent }) => {
    const isPoint = extent[0] === extent[2] && extent[1] === extent[3];
    return {
      kind: 'object',
      name: value.slice(0, LONGEST),
      context: title ?? typeName,
      position: [x, y],
      extent: isPoint ? null : extent,
      source: 'project',
      objectId: id,
      typeName,
    };
  });
}
