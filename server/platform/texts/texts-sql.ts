/** SQL that adds its parameters by `say`. */
export type Sql = (say: (value: unknown) => string) => string;

/** A representation of objects: JSON of the API, GeoJSON, or GML of a layer. */
export interface Form<Row> {
  /** Forms with the same name produce the same text for an object. */
  name: string;
  /** SQL of the columns a text is made from: of `g`, an object; with `imported`, also of its import. */
  columns: Sql;
  imported?: true;
  text(row: Row): string;
}

/** A form whose text the database produces. */
export function composed(text: Sql, more: { imported?: true } = {}): Form<{ text: string }> {
  const values: unknown[] = [];
  const sql = text((value) => `$${values.push(value)}`);
  return {
    name: `${sql} ${JSON.stringify(values)}`,
    columns: (say) => `${text(say)} as text`,
    text: (row) => row.text,
    ...more,
  };
}

/** Which objects to read: a condition on `g` that includes a scope, with its parameters. */
export interface Reading {
  visible: string;
  params: readonly unknown[];
  limit: number;
  offset?: number | undefined;
  /** Default: unordered. */
  order?: Sql | undefined;
  /** Most bytes of one response, which is held in memory. */
  most: number;
  /** The statement is sent frequently. */
  often?: boolean;
}

/** What a statement returns for each object besides a form's columns. */
export interface Written {
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
export function pageStatement(reading: Reading, form?: Form<never>): Statement {
  const { visible, order, limit, offset = 0 } = reading;
  const params = [...reading.params];
  const say = (value: unknown) => `$${params.push(value)}`;
  const by = order ? `order by ${order(say)}` : '';
  const page = `select ${form ? OWN : MADE}
    from geometries g left join imports i on ${form?.imported ?? false} and i.id = g.import_id
    where ${visible} ${by} limit ${limit + 1} offset ${offset}`;
  if (form) return { sql: weighed(form, page, reading, say), params };
  return { sql: `select string_agg(g.id || g.made::text, ',') as all from (${page}) g`, params };
}

/** The same objects, limited to these ids. */
export function theseStatement(reading: Reading, form: Form<never>, ids: readonly string[]): Statement {
  const { visible } = reading;
  const params = [...reading.params];
  const say = (value: unknown) => `$${params.push(value)}`;
  const page = `select ${OWN}
    from geometries g left join imports i on ${form.imported ?? false} and i.id = g.import_id
    where ${visible} and g.id = any(${say(ids)}::uuid[])`;
  return { sql: weighed(form, page, reading, say), params };
}

function weighed(
  form: Form<never>,
  page: string,
  { most }: Reading,
  say: (value: unknown) => string,
): string {
  return `select g.id, g.made::text as made, g.bytes <= ${most} as fits, ${form.columns(say)} from (
    select g.*, sum(octet_length(g.location)) over (rows unbounded preceding) as bytes from (${page}) g
  ) g where g.bytes - octet_length(g.location) <= ${most}`;
}
