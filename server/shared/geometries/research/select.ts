import { MAX_SELECTED, type BodyOf, type Language, type selectGeometries } from '#core/protocol';
import { Precomposed } from '../../../base/precomposed.ts';
import type { Database } from '../../../platform/db/database.ts';
import { paramsInto } from '../../../platform/db/params.ts';
import type { Scope } from '../../access/scope.ts';
import { ewkbHex } from '../../../formats/wkb/write.ts';
import { countByType } from '../../counts/counts.ts';
import { boxConditions, parseBox } from '../box.ts';
import { selectByExpression } from './by-expression.ts';
import { filterSql } from './filter.ts';
import { refuseInvalid } from '../search.ts';

/**
 * Ids of the objects of a scope that meet all conditions, by type; without ids when they are more than the maximum.
 * The given objects of `meets` are of the wider scope `all`. Throws HttpError 400 for an invalid box, 422 for an
 * invalid area, filter or expression.
 */
export async function selectObjects(
  db: Database,
  { scope, all }: { scope: Scope; all: Scope },
  {
    bbox,
    area,
    wholly = false,
    meets,
    ids: among,
    filter,
    expression,
    listed = true,
  }: BodyOf<typeof selectGeometries>,
  language: Language,
): Promise<Precomposed> {
  const most = listed ? MAX_SELECTED : 0;
  if (area) await refuseInvalid(db, area);
  const params: unknown[] = [];
  const param = paramsInto(params);
  const conditions: string[] = [];
  if (bbox !== undefined) conditions.push(boxConditions(parseBox(bbox), wholly, params));
  if (area) {
    const given = `${param(ewkbHex(area))}::text::geometry`;
    conditions.push(`g.geom && ${given} and ${wholly ? 'st_coveredby' : 'st_intersects'}(g.geom, ${given})`);
  }
  if (meets) {
    const ids = `${param(meets)}::uuid[]`;
    conditions.push(`not (g.id = any(${ids})) and g.id in (
      select o.id from geometries s join geometries o on o.geom && s.geom and st_intersects(o.geom, s.geom)
      where s.id = any(${ids}) and ${scope.objects('o', params)} and ${all.objects('s', params)})`);
  }
  if (among) conditions.push(`g.id = any(${param(among)}::uuid[])`);
  if (filter !== undefined) conditions.push(filterSql(filter, language, param, scope));
  if (expression !== undefined)
    return selectByExpression(db, scope, { expression, conditions, params, most });
  if (conditions.length === 0) {
    const types = await countByType(db, scope);
    const count = types.reduce((sum, type) => sum + type.count, 0);
    if (count > most)
      return new Precomposed(JSON.stringify({ count, types: types.map((type) => ({ ...type, ids: [] })) }));
  }
  const [row] = await db.query<{ count: number; types: string | null }>(
    `with hits as materialized (select g.id, g.type_name from geometries g
       where ${scope.objects('g', params)}${conditions.map((each) => ` and ${each}`).join('')}),
       total as (select count(*)::int as count from hits),
       of_type as (
         select h.type_name, count(*) as count,
           case when (select count from total) <= ${most} then string_agg('"' || h.id || '"', ',') end as ids
         from hits h group by h.type_name)
     select (select count from total) as count,
       (select string_agg('{"typeName":' || to_json(o.type_name) || ',"count":' || o.count
         || ',"ids":[' || coalesce(o.ids, '') || ']}', ',' order by o.type_name) from of_type o) as types`,
    params,
  );
  return new Precomposed(`{"count":${row!.count},"types":[${row!.types ?? ''}]}`);
}
