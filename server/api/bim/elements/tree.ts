import type { AnswerOf, bimProperties, bimTree } from '#core/protocol';
import type { Queries } from '../../../platform/db/database.ts';

interface NodeRow {
  id: number;
  globalId: string;
  class: string;
  name: string | null;
  longName: string | null;
  elevation: number | null;
  part: number | null;
  line: number;
  parent: number | null;
  own: number;
  count: number;
}

const MAX_LISTED = 5000;

/** The spatial structure of an edition, and what its elements can be grouped by. */
export async function treeOf(db: Queries, edition: number): Promise<AnswerOf<typeof bimTree>> {
  const rows = await db.query<NodeRow>(
    `select n.id, n.guid as "globalId", n.class, n.name, n.long_name as "longName", n.elevation, n.part, n.line, n.parent,
       coalesce(o.own, 0)::int as own, coalesce(b.count, 0)::int as count
     from bim_things n
       left join (select parent, count(*) as own from bim_things where edition = $1 and kind = 'element' group by parent) o
         on o.parent = n.id
       left join (select above, count(*) as count from bim_things, unnest(path) as above
         where edition = $1 and kind = 'element' group by above) b on b.above = n.id
     where n.edition = $1 and n.kind = 'node' order by n.id`,
    [edition],
  );
  const position = new Map(rows.map(({ id }, i) => [id, i]));
  const nodes = rows.map(({ id: _id, line, parent, part, ...node }) => ({
    ...node,
    part,
    localId: part === null ? null : line,
    parent: parent === null ? null : (position.get(parent) ?? null),
  }));
  const named = (sql: string) =>
    db.query<{ name: string; count: number }>(`${sql} order by count desc, name limit ${MAX_LISTED}`, [
      edition,
    ]);
  const valued = (kind: string) =>
    named(`select v.value as name, count(distinct t.id)::int as count from bim_values v, unnest(v.things) as thing
      join bim_things t on t.edition = $1 and t.id = thing and t.kind in ('element', 'node')
      where v.edition = $1 and v.kind = '${kind}' group by v.value`);
  const things = (kind: string, classes: string, of: string) =>
    db.query<{ globalId: string; class: string; name: string | null; count: number }>(
      `select g.guid as "globalId", g.class, g.name, (select count(*)::int from bim_things t where t.edition = $1
         and t.kind in ('element', 'node') and ${of}) as count
       from bim_things g where g.edition = $1 and g.kind = '${kind}' and ${classes}
       order by lower(g.name) nulls last, g.id limit ${MAX_LISTED}`,
      [edition],
    );
  const types = await db.query<{ globalId: string; class: string; name: string | null; count: number }>(
    `select g.guid as "globalId", g.class, g.name, coalesce(c.count, 0)::int as count from bim_things g
       left join (select type, count(*) as count from bim_things where edition = $1 and type is not null group by type) c
         on c.type = g.id
     where g.edition = $1 and g.kind = 'type' order by lower(g.name) nulls last, g.id limit ${MAX_LISTED}`,
    [edition],
  );
  const isSystem = `g.class like '%System%' or g.class like '%Circuit'`;
  const inGroup = 'g.id = any(t.groups)';
  return {
    nodes,
    classes: await named(
      `select class as name, count(*)::int as count from bim_things where edition = $1 and kind = 'element' group by class`,
    ),
    materials: await valued('material'),
    classifications: await valued('classification'),
    types,
    groups: await things('group', `g.class <> 'IfcZone' and not (${isSystem})`, inGroup),
    systems: await things('group', `(${isSystem})`, inGroup),
    zones: await things('group', `g.class = 'IfcZone'`, inGroup),
  };
}

/** The names of all properties of an edition. */
export function propertiesOf(db: Queries, edition: number): Promise<AnswerOf<typeof bimProperties>> {
  return db.query(
    `select kind, set_name as set, name, sum(cardinality(things))::int as count,
       bool_and(number is not null) as "isNumber", min(unit) as unit
     from bim_values where edition = $1 group by kind, set_name, name
     order by kind, lower(set_name), lower(name) limit 20000`,
    [edition],
  );
}
