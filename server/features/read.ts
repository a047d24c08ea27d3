import type { Database } from '../db/database.ts';
import { DatabaseError, ENGINE_LOST } from '../db/errors.ts';
import { Refusal } from '../http/refusal.ts';
import { inCrs, type Crs } from './crs.ts';
import type { Selection } from './selection.ts';
import { Kept } from './state.ts';

/** Bytes of coordinates in one page, which all must be in memory at once. */
export const MOST_BYTES = 64 * 1024 * 1024;

export interface Page {
  /** The objects' texts, in their bytes. */
  texts: Buffer[];
  /** The id of the last of them. */
  last: string | undefined;
  /** Are there more after it? */
  more: boolean;
}

export interface PageWanted {
  limit: number;
  /** Begin after the object of this id. */
  after?: string | undefined;
  offset?: number | undefined;
  /** SQL of the order; usual: by id. */
  order?: Sql | undefined;
}

/** SQL that adds its values to the statement by `say`. */
export type Sql = (say: (value: unknown) => string) => string;

/**
 * SQL of an object as a GeoJSON feature; coordinates as they were given, or in the CRS. `properties` is SQL of other
 * properties than its own.
 */
export function featureSql(crs: Crs, properties = 'g.properties', located = true): string {
  const geometry = located ? geometrySql(crs) : `'null'`;
  return `'{"type":"Feature","id":"' || g.id || '","geometry":' || ${geometry} || ',"properties":' || (${properties})::text || '}'`;
}

/** Where objects of several projects are told, each says its own, unless a field of its type is called so. */
export const WITH_PROJECT = `jsonb_build_object('projectId', g.project_id) || g.properties`;

/** SQL of an object's geometry as GeoJSON text. */
export function geometrySql(crs: Crs): string {
  return crs.srid === 4326 && !crs.northFirst ? 'g.location' : `st_asgeojson(${inCrs('g.geom', crs)}, 15)`;
}

/** One page of the selected objects, each as `text` composes it from `geometries g`, with one more looked for. */
export async function readPage(
  db: Database,
  selection: Selection,
  text: Sql,
  wanted: PageWanted,
): Promise<Page> {
  const { visible } = selection;
  const params = [...selection.params];
  const say = (value: unknown) => `$${params.push(value)}`;
  const after = wanted.after ? `and g.id > ${say(wanted.after)}::uuid` : '';
  // The first one beyond what an answer may weigh comes without its text.
  const rows = await asked(() =>
    db.queryBytes(
      `select g.id, case when g.bytes <= ${MOST_BYTES} then ${text(say)} end as text from (
         select g.*, sum(octet_length(g.location)) over (rows unbounded preceding) as bytes from (
           select g.id, g.location, g.geom, g.properties, g.project_id, g.type_name, g.created_at, g.updated_at
           from geometries g where ${visible} ${after}
           order by ${wanted.order?.(say) ?? 'g.id'} limit ${wanted.limit + 1} offset ${wanted.offset ?? 0}
         ) g
       ) g where g.bytes - octet_length(g.location) <= ${MOST_BYTES}`,
      params,
    ),
  );
  const texts = rows
    .slice(0, wanted.limit)
    .map(([, text]) => text)
    .filter((text): text is Buffer => text instanceof Buffer);
  if (rows.length > 0 && texts.length === 0)
    throw new Refusal(413, 'geometries.too-large', { megabytes: MOST_BYTES / 1e6 });
  const [last] = rows[texts.length - 1] ?? [];
  return { texts, last: last?.toString(), more: rows.length > texts.length };
}

const counts = new Kept<number>(10_000);

/** How many are selected; remembered while nothing of the root changes. */
export async function countSelected(
  db: Database,
  selection: Selection,
  state: () => Promise<string>,
): Promise<number> {
  const { visible, params } = selection;
  const key = `${await state()} ${visible} ${JSON.stringify(params)}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const [row] = await asked(() =>
    db.query<{ count: number }>(`select count(*)::int as count from geometries g where ${visible}`, params),
  );
  counts.set(key, row!.count);
  return row!.count;
}

/** What the database cannot compute of a request (a place outside of a CRS, shapes that are none) is told as such. */
export async function asked<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (thrown) {
    const code = thrown instanceof DatabaseError ? thrown.code : ENGINE_LOST;
    if (code === 'XX000' || code === '22023' || code.startsWith('220'))
      throw new Refusal(400, 'open.not-computable');
    throw thrown;
  }
}
