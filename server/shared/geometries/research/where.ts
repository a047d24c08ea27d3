import type { Language, ResearchFilter } from '#core/protocol';
import { paramsInto } from '../../../platform/db/params.ts';
import type { Scope } from '../../access/scope.ts';
import { boxConditions, parseBox } from '../box.ts';
import { filterSql } from './filter.ts';

/** Which objects are meant: those that all of these hold for. */
export interface ObjectsWhere {
  filter?: ResearchFilter | undefined;
  ids?: readonly string[] | undefined;
  bbox?: string | undefined;
}

/** The condition on `g`, without the scope. Throws HttpError 400 for an invalid box, 422 for an invalid filter. */
export function whereSql(
  { filter, ids, bbox }: ObjectsWhere,
  language: Language,
  params: unknown[],
  scope: Scope,
): string {
  const param = paramsInto(params);
  const conditions = ['true'];
  if (ids) conditions.push(`g.id = any(${param(ids)}::uuid[])`);
  if (bbox !== undefined) conditions.push(boxConditions(parseBox(bbox), false, params));
  if (filter !== undefined) conditions.push(filterSql(filter, language, param, scope));
  return conditions.join(' and ');
}
