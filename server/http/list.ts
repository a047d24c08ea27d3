import type * as z from 'zod/mini';
import type { listQuery } from '#core/protocol';
import type { FastifyReply } from 'fastify';

export type ListQuery = z.output<typeof listQuery>;

const USUAL_PAGE = 500;

export interface ListOf {
  /** Column expressions that may be ordered by, by their name in the API. */
  columns: Record<string, string>;
  /** Expressions that the search text may be part of. */
  searched: readonly string[];
  /** Usual order, an expression; a unique one ends it, so that pages neither repeat nor leave out. */
  usual: string;
  unique: string;
}

/** The SQL of a list that the server filters, sorts and pages; its values are added to `params`. */
export function listClauses(
  query: ListQuery,
  of: ListOf,
  params: unknown[],
): { where: string; tail: string } {
  const say = (value: unknown) => `$${params.push(value)}`;
  const conditions: string[] = [];
  // No text in the database has a NUL, and none can be asked for.
  const words = query.search?.replaceAll('\0', '').trim();
  if (words) {
    const pattern = say(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(${of.searched.map((column) => `${column} ilike ${pattern}`).join(' or ')})`);
  }
  const { orderby = '' } = query;
  const column = Object.hasOwn(of.columns, orderby) ? of.columns[orderby]! : of.usual;
  const size = query.paginate ?? USUAL_PAGE;
  const tail =
    `order by ${column} ${query.order === 'desc' ? 'desc' : 'asc'}, ${of.unique} ` +
    `limit ${say(size)} offset ${say(((query.page ?? 1) - 1) * size)}`;
  return { where: conditions.length > 0 ? conditions.join(' and ') : 'true', tail };
}

/** Says in `X-Total-Count` how many there are in all, and leaves the count out of the rows. */
export function counted<Row extends { total: number }>(
  reply: FastifyReply,
  rows: Row[],
  none = 0,
): Omit<Row, 'total'>[] {
  void reply.header('x-total-count', String(rows[0]?.total ?? none));
  return rows.map(({ total: _total, ...row }) => row);
}

/**
 * One page of a list, as `read` finds it, with the count of all. A page beyond the end has no row to tell the count by,
 * so it is asked for once more on the first page.
 */
export async function listed<Row extends { total: number }, Query extends ListQuery>(
  reply: FastifyReply,
  query: Query,
  read: (query: Query) => Promise<Row[]>,
): Promise<Omit<Row, 'total'>[]> {
  const rows = await read(query);
  const beyond = rows.length === 0 && (query.page ?? 1) > 1;
  const [first] = beyond ? await read({ ...query, page: 1, paginate: 1 }) : [];
  return counted(reply, rows, first?.total);
}
