/** SQL that adds its values to the statement by `say`. */
export type Sql = (say: (value: unknown) => string) => string;

/** A way in which objects are told: as the API has them, as GeoJSON, as GML of a layer. */
export interface Form<Row> {
  /** Forms of one name make the same text of the same object. */
  name: string;
  /** SQL of what a text is made from: columns of `g`, an object; with `imported` also what its import tells of it. */
  columns: Sql;
  imported?: true;
  text(row: Row): string;
}

/** A form whose text the database composes. */
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

/** Which objects are read: a condition on `g` that a scope stands in, and its values. */
export interface Reading {
  visible: string;
  params: readonly unknown[];
  limit: number;
  offset?: number | undefined;
  /** Usual: as they come. */
  order?: Sql | undefined;
  /** Bytes of one answer, which all must be in memory at once. */
  most: number;
  /** The same statement is sent again and again. */
  often?: boolean;
}

/** What a statement gives of each object beside a form's columns. */
export interface Written {
  id: string;
  /** The transaction that wrote the object as it stands. */
  made: string;
  /** Its coordinates and those of all before it are no more than one answer takes; the first that is beyond ends it. */
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

/** A page, with one more looked for; without a form one text of all: ids, each with what wrote it. */
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

/** Of the same objects those of the ids. */
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
