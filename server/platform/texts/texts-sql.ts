import { paramsInto, type AddParam } from '../db/params.ts';

/** SQL whose values are added as parameters. */
export type Sql = (param: AddParam) => string;

/** A representation of objects: JSON of the API, GeoJSON, or GML of a layer. */
export interface Representation<Row> {
  /** Forms with the same name produce the same text for an object. */
  name: string;
  /** SQL of the columns a text is made from: of `g`, an object; with `imported`, also of its import. */
  columns: Sql;
  imported?: true;
  text(row: Row): string;
}

/** A form whose text the database produces. */
export function composed(text: Sql, more: { imported?: true } = {}): Representation<{ text: string }> {
  const values: unknown[] = [];
  const sql = text(paramsInto(values));
  return {
    name: `${sql} ${JSON.stringify(values)}`,
    columns: (param) => `${text(param)} as text`,
    text: (row) => row.text,
    ...more,
  };
}

/** Which objects to read: a condition on `g` that includes a scope, with its parameters. */
export interface ObjectQuery {
  visible: string;
  params: readonly unknown[];
  limit: number;
  offset?: number | undefined;
  /** Default: unordered. */
  order?: Sql | undefined;
  /** Most bytes of one response, which is held in memory. */
  max: number;
  /** The statement is sent frequently. */
  often?: boolean;
}

/** What a statement returns for each object besides a form's columns. */
export interface TextRow {
  id: string;
  /** The transaction that wrote the current version. */
  made: string;
  /** Whether the coordinates up to this object fit into one response; the first that does not ends it. */
  fits: boolean;
}

export interface Statement {
  sql: string;
  params: unknown[];
}

const MADE = 'g.id, g.xmin as made';
const OWN =
  MADE +
  ', g.version, g.location, g.geom, g.about, g.properties, g.project_id, g.type_name, g.created_at, g.updated_at, i.about_end';

/** A page and one more row; without a form one text with all ids and their transactions. */
export function pageStatement(reading: ObjectQuery, form?: Representation<never>): Statement {
  const { visible, order, limit, offset = 0 } = reading;
  const params = [...reading.params];
  const param = paramsInto(params);
  const by = order ? `order by ${order(param)}` : '';
  const page = `select ${form ? OWN : MADE}
    from geometries g left join imports i on ${form?.imported ?? false} and i.id = g.import_id
    where ${visible} ${by} limit ${limit + 1} offset ${offset}`;
  if (form) return { sql: weighed(form, page, reading, param), params };
  return { sql: `select string_agg(g.id || g.made::text, ',') as all from (${page}) g`, params };
}

/** The same objects, limited to these ids. */
export function theseStatement(
  reading: ObjectQuery,
  form: Representation<never>,
  ids: readonly string[],
): Statement {
  const { visible } = reading;
  const params = [...reading.params];
  const param = paramsInto(params);
  const page = `select ${OWN}
    from geometries g left join imports i on ${form.imported ?? false} and i.id = g.import_id
    where ${visible} and g.id = any(${param(ids)}::uuid[])`;
  return { sql: weighed(form, page, reading, param), params };
}

function weighed(form: Representation<never>, page: string, { max }: ObjectQuery, param: AddParam): string {
  return `select g.id, g.made::text as made, g.bytes <= ${max} as fits, ${form.columns(param)} from (
    select g.*, sum(octet_length(g.location)) over (rows unbounded preceding) as bytes from (${page}) g
  ) g where g.bytes - octet_length(g.location) <= ${max}`;
}
