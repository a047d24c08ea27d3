import type * as z from 'zod/mini';
import type { listQuery } from '#core/protocol';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../base/http-error.ts';
import { paramsInto } from '../platform/db/params.ts';

export type ParsedListQuery = z.output<typeof listQuery>;

const DEFAULT_PAGE = 500;

export interface ListOf {
  /** SQL expressions that can be sorted by, by their name in the API. */
  columns: Record<string, string>;
  /** Expressions searched for the text. */
  searched: readonly string[];
  /** Default order; ends with a unique expression, so that pages neither repeat nor skip rows. */
  defaultOrder: string;
  unique: string;
}

/**
 * SQL of a list with filter, order and page; its parameters are added to `params`. Throws 400 for an unknown order.
 */
export function listClauses(
  query: ParsedListQuery,
  of: ListOf,
  params: unknown[],
): { where: string; tail: string } {
  const param = paramsInto(params);
  const conditions: string[] = [];
  // Database text contains no NUL.
  const words = query.search?.replaceAll('\0', '').trim();
  if (words) {
    const pattern = param(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(${of.searched.map((column) => `${column} ilike ${pattern}`).join(' or ')})`);
  }
  const { orderby } = query;
  if (orderby !== undefined && !Object.hasOwn(of.columns, orderby))
    throw new HttpError(400, 'http.no-such-order', {
      orderby: orderby.slice(0, 60),
      known: Object.keys(of.columns).join(', '),
    });
  const column = orderby === undefined ? of.defaultOrder : of.columns[orderby]!;
  const size = query.paginate ?? DEFAULT_PAGE;
  const tail =
    `order by ${column} ${query.order === 'desc' ? 'desc' : 'asc'}, ${of.unique} ` +
    `limit ${param(size)} offset ${param(((query.page ?? 1) - 1) * size)}`;
  return { where: conditions.length > 0 ? conditions.join(' and ') : 'true', tail };
}

/** Sets `X-Total-Count` to the total and removes the count from the rows. */
export function counted<Row extends { total: number }>(
  reply: FastifyReply,
  rows: Row[],
  none = 0,
): Omit<Row, 'total'>[] {
  void reply.header('x-total-count', String(rows[0]?.total ?? none));
  return rows.map(({ total: _total, ...row }) => row);
}

/**
 * One page of a list with the total. A page beyond the end has no row with the count, so the first page is read for
 * it.
 */
export async function listed<Row extends { total: number }, Query extends ParsedListQuery>(
  reply: FastifyReply,
  query: Query,
  read: (query: Query) => Promise<Row[]>,
): Promise<Omit<Row, 'total'>[]> {
  const rows = await read(query);
  const beyond = rows.length === 0 && (query.page ?? 1) > 1;
  const [first] = beyond ? await read({ ...query, page: 1, paginate: 1 }) : [];
  return counted(reply, rows, first?.total);
}
