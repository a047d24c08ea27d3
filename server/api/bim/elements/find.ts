import type { AnswerOf, BimElementRow, BodyOf, findBimElements, findBimItems } from '#core/protocol';
import type { Queries } from '../../../platform/db/database.ts';
import { addParam } from '../../../platform/db/params.ts';
import { groupBy } from './group-by.ts';
import { conditionOf, type ElementFilter } from './filter.ts';
import { thingsWithWords } from './text-search.ts';

type Body = BodyOf<typeof findBimElements>;
type Columns = NonNullable<Body['columns']>;
/** With the links as GlobalIds. */
type Resolved<T> = Omit<T, 'linked' | 'content'> & Omit<ElementFilter, 'withText'>;
/** Without its links. */
export type ElementRow = Omit<BimElementRow, 'links'>;

const ORDER = {
  name: 'lower(t.name)',
  class: 't.class',
  type: 'lower(y.name)',
  material: 'lower(t.material)',
  storey: 's.elevation, lower(s.name)',
} as const;

/** Type and storey of rows named t. */
const NAMED = `left join bim_things y on y.edition = t.edition and y.id = t.type
  left join bim_things s on s.edition = t.edition and s.id = t.storey`;

interface StoredElement {
  globalId: string;
  part: number | null;
  localId: number;
  class: string;
  name: string | null;
  type: string | null;
  material: string | null;
  storey: string | null;
  values: number[];
}

/** One page of the elements of an edition that a filter finds, and how many it finds. */
export async function findElements(
  db: Queries,
  edition: number,
  { columns = [], orderby = 'name', order = 'asc', page = 1, paginate = 50, ...filter }: Resolved<Body>,
): Promise<{ count: number; elements: ElementRow[] }> {
  const params: unknown[] = [edition];
  const where = conditionOf(await searched(db, edition, filter), params);
  const given = [...params];
  const keys = ORDER[orderby].split(', ');
  const by = keys.map((_, i) => `key${i} ${order === 'desc' ? 'desc' : 'asc'} nulls last`);
  const isJoined = /\b[ys]\./.test(ORDER[orderby]);
  // Counted in the same statement. What is shown is read for the page alone, of which only the first are put in order.
  const found = await db.query<StoredElement & { count: number }>(
    `with hits as materialized (select t.id, ${keys.map((key, i) => `${key} as key${i}`).join(', ')}
       from bim_things t ${isJoined ? NAMED : ''} where ${where})
     select t.guid as "globalId", t.part, t.line as "localId", t.class, t.name, y.name as type, t.material,
       s.name as storey, t.own || t.inherited as values, (select count(*)::int from hits) as count
     from (select h.* from hits h order by ${by.join(', ')}, id
         limit ${addParam(params, paginate)}::int offset ${addParam(params, (page - 1) * paginate)}::int) h
       join bim_things t on t.edition = $1 and t.id = h.id ${NAMED} order by ${by.join(', ')}, t.id`,
    params,
  );
  if (found.length === 0) return { count: page === 1 ? 0 : await countOf(db, where, given), elements: [] };
  const shown = await valuesIn(
    db,
    edition,
    columns,
    found.flatMap(({ values }) => values),
  );
  const elements = found.map(({ values, localId, part, count: _count, ...element }) => ({
    ...element,
    part,
    localId: part === null ? null : localId,
    values: shown.map((byId) => {
      const id = values.find((one) => byId.has(one));
      return id === undefined ? null : byId.get(id)!;
    }),
  }));
  return { count: found[0]!.count, elements };
}

/** Beyond the last page. */
async function countOf(db: Queries, where: string, params: unknown[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from bim_things t where ${where}`,
    params,
  );
  return row!.count;
}

/** For each column, the values of it among these ids. */
async function valuesIn(
  db: Queries,
  edition: number,
  columns: Columns,
  ids: readonly number[],
): Promise<Map<number, string | number>[]> {
  if (columns.length === 0 || ids.length === 0) return columns.map(() => new Map());
  const rows = await db.query<{
    id: number;
    set: string;
    name: string;
    value: string;
    number: number | null;
  }>(
    `select id, lower(set_name) as set, lower(name) as name, value, number from bim_values
     where edition = $1 and id = any($2::int[]) and lower(name) = any($3::text[])`,
    [edition, [...new Set(ids)], columns.map(({ name }) => name.toLowerCase())],
  );
  return columns.map(
    ({ set, name }) =>
      new Map(
        rows
          .filter(
            (row) => row.name === name.toLowerCase() && (set === undefined || row.set === set.toLowerCase()),
          )
          .map((row) => [row.id, row.number ?? row.value]),
      ),
  );
}

const MAX_GROUPS = 1000;

/** All elements that a filter finds, by part, grouped by the values of a property. */
export async function findItems(
  db: Queries,
  edition: number,
  { by, ...filter }: Resolved<BodyOf<typeof findBimItems>>,
): Promise<AnswerOf<typeof findBimItems>> {
  const params: unknown[] = [edition];
  const where = conditionOf(await searched(db, edition, filter), params);
  const found = await db.query<{ id: number; part: number | null; line: number }>(
    `select t.id, t.part, t.line from bim_things t where ${where} order by t.id`,
    params,
  );
  if (!by) return { count: found.length, groups: [groupOf(null, found)], isCut: false };
  const values = await db.query<{ value: string; things: number[] }>(
    `select value || case when unit is null then '' else ' ' || unit end as value, things from bim_values
     where edition = $1 and lower(name) = $2 and ($3::text is null or lower(set_name) = $3) order by id`,
    [edition, by.name.toLowerCase(), by.set?.toLowerCase() ?? null],
  );
  const valueOf = new Map<number, string>();
  for (const { value, things } of values)
    for (const id of things) if (!valueOf.has(id)) valueOf.set(id, value);
  const groups = groupBy(found, ({ id }) => valueOf.get(id) ?? null);
  const sorted = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return {
    count: found.length,
    groups: sorted.slice(0, MAX_GROUPS).map(([value, things]) => groupOf(value, things)),
    isCut: sorted.length > MAX_GROUPS,
  };
}

function groupOf(value: string | null, things: readonly { part: number | null; line: number }[]) {
  const parts = new Map<number, number[]>();
  for (const { part, line } of things) {
    if (part === null) continue;
    const ids = parts.get(part);
    if (ids) ids.push(line);
    else parts.set(part, [line]);
  }
  return { value, count: things.length, items: [...parts].map(([part, localIds]) => ({ part, localIds })) };
}

/** The filter with the things in which its text occurs in place of the text. */
async function searched(
  db: Queries,
  edition: number,
  { text, ...filter }: Resolved<{ text?: string | undefined }>,
): Promise<ElementFilter> {
  return { ...filter, withText: await thingsWithWords(db, edition, text) };
}

/** The numbers of the lines of the elements that a filter finds, in the order of the file; rooms are elements here. */
export async function linesOf(
  db: Queries,
  edition: number,
  filter: Resolved<{ text?: string | undefined }>,
): Promise<number[]> {
  const params: unknown[] = [edition];
  const where = conditionOf(await searched(db, edition, filter), params);
  const rows = await db.query<{ line: number }>(
    `select t.line from bim_things t
     where ${where} and (t.kind = 'element' or t.class = 'IfcSpace') order by t.line`,
    params,
  );
  return rows.map(({ line }) => line);
}
