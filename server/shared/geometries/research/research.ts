import type { BodyOf, Language, locateGeometry, researchGeometries } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Precomposed } from '../../../base/precomposed.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { paramsInto } from '../../../platform/db/params.ts';
import { scopeOf, type Scope } from '../../access/scope.ts';
import { countObjects } from '../../counts/counts.ts';
import { listByIds } from '../listing.ts';
import { stateOf } from '../state.ts';
import { orderSql, refuseUnknownOrder } from './fields.ts';
import { orderedIds } from './ordered-ids.ts';
import { whereSql } from './where.ts';

const DEFAULT_PAGE = 500;
/** The order of the index: pages need neither sorting nor, behind an object, counting. */
const BY_KEY = 'g.type_name, g.id';

interface ListRequest {
  caller: Caller;
  projectId: string;
  /** Only of these types. */
  typeNames?: readonly string[] | undefined;
  language: Language;
}

export interface ResearchRequest extends ListRequest {
  body: BodyOf<typeof researchGeometries>;
  paginate?: number | undefined;
  page?: number | undefined;
}

/**
 * One page of the objects that a filter holds for. What is found is remembered until something in the project
 * changes, so that deep pages and counts are as fast as the first. Throws HttpError 404 for no such project.
 */
export async function research(
  db: Queries,
  request: ResearchRequest,
): Promise<{ list: Precomposed; total: number }> {
  const { caller, projectId, typeNames, body, paginate = DEFAULT_PAGE, page = 1, language } = request;
  const scope = scopeOf(caller, { projectId, ...(typeNames && { typeNames }) });
  const { orderby, after } = body;
  if (after !== undefined && orderby !== undefined) throw new HttpError(422, 'research.after-in-order');
  const state = await stateOf(db, { caller, projectId }, body);
  const from = (page - 1) * paginate;
  if (isWhole(body)) {
    const total = await countObjects(db, scope);
    const found = await pageByKey(db, scope, { size: paginate, offset: from, after });
    return { list: await listByIds(db, scope, found), total };
  }
  const found = await listed(db, scope, state, body, language);
  const start = after === undefined ? from : from + behind(found.indexOf(after));
  return { list: await listByIds(db, scope, found.slice(start, start + paginate)), total: found.count };
}

/** The place of an object in the list, from 0; null if it is not in it. Throws as `research`. */
export async function locate(
  db: Queries,
  request: ListRequest & { body: BodyOf<typeof locateGeometry> },
): Promise<number | null> {
  const { caller, projectId, typeNames, body, language } = request;
  const scope = scopeOf(caller, { projectId, ...(typeNames && { typeNames }) });
  const state = await stateOf(db, { caller, projectId }, body);
  if (!isWhole(body)) {
    const row = (await listed(db, scope, state, body, language)).indexOf(body.id);
    return row < 0 ? null : row;
  }
  const params: unknown[] = [body.id];
  const [found] = await db.query<{ row: number }>(
    `select (select count(*)::int from geometries o
         where (o.type_name, o.id) < (g.type_name, g.id) and ${scope.objects('o', params)}) as row
       from geometries g where g.id = $1::uuid and ${scope.objects('g', params)}`,
    params,
  );
  return found?.row ?? null;
}

type Listed = Omit<BodyOf<typeof researchGeometries>, 'after'>;

/** Whether all objects are meant, in the order of the index. */
function isWhole({ filter, ids, bbox, orderby }: Listed): boolean {
  return filter === undefined && ids === undefined && bbox === undefined && orderby === undefined;
}

async function listed(
  db: Queries,
  scope: Scope,
  state: string,
  { filter, ids, bbox, orderby, order = 'asc' }: Listed,
  language: Language,
): ReturnType<typeof orderedIds> {
  const params: unknown[] = [];
  if (orderby !== undefined) await refuseUnknownOrder(db, scope, orderby);
  const by = orderby === undefined ? [] : orderSql(orderby, order, paramsInto(params), scope);
  const where = whereSql({ filter, ids, bbox }, language, params, scope);
  const sql = `select g.id from geometries g where ${scope.objects('g', params)} and ${where}
    order by ${[...by, BY_KEY].join(', ')}`;
  return orderedIds(db, state, { sql, params });
}

interface KeyPage {
  size: number;
  offset: number;
  /** The object before the first. */
  after: string | undefined;
}

async function pageByKey(db: Queries, scope: Scope, { size, offset, after }: KeyPage): Promise<string[]> {
  const params: unknown[] = [];
  const param = paramsInto(params);
  let behindIt = '';
  if (after !== undefined) {
    const own: unknown[] = [after];
    const [row] = await db.query<{ name: string }>(
      `select g.type_name as name from geometries g where g.id = $1::uuid and ${scope.objects('g', own)}`,
      own,
    );
    if (!row) throw afterNothing();
    behindIt = `and (g.type_name, g.id) > (${param(row.name)}::text, ${param(after)}::uuid)`;
  }
  const rows = await db.query<{ id: string }>(
    `select g.id from geometries g where ${scope.objects('g', params)} ${behindIt} order by ${BY_KEY}
     limit ${param(size)}::int offset ${param(offset)}::bigint`,
    params,
  );
  return rows.map(({ id }) => id);
}

function behind(index: number): number {
  if (index < 0) throw afterNothing();
  return index + 1;
}

function afterNothing(): HttpError {
  return new HttpError(422, 'research.after-nothing');
}
