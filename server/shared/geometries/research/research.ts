import type { BodyOf, Language, researchGeometries } from '#core/protocol';
import type { Scope } from '../../access/scope.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { paramsInto } from '../../../platform/db/params.ts';
import type { Precomposed } from '../../../base/precomposed.ts';
import { listPage } from '../listing.ts';
import { orderSql } from './fields.ts';
import { filterSql } from './filter.ts';

const USUAL_PAGE = 500;

export interface Asked {
  body: BodyOf<typeof researchGeometries>;
  paginate?: number | undefined;
  page?: number | undefined;
  language: Language;
}

/** One page of the objects of a scope that match a filter. */
export function research(
  db: Queries,
  scope: Scope,
  { body, paginate = USUAL_PAGE, page = 1, language }: Asked,
): Promise<{ list: Precomposed; total: number }> {
  const params: unknown[] = [];
  const param = paramsInto(params);
  const { filter, orderby, order = 'asc' } = body;
  const condition = filter === undefined ? 'true' : filterSql(filter, language, param);
  const by = orderby === undefined ? [] : orderSql(orderby, order, param);
  const offset = (page - 1) * paginate;
  return listPage(db, scope, () => condition, { order: by, size: paginate, offset }, params);
}
