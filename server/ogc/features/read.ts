import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/db/database.ts';
import { DatabaseError, CONNECTION_LOST } from '../../platform/db/errors.ts';
import type { TextPage } from '../../platform/texts/texts.ts';
import type { Representation, Sql } from '../../platform/texts/texts-sql.ts';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import { hashOf } from '../../base/hash.ts';
import { inCrs, type RequestCrs } from './crs.ts';
import type { FeatureConditions } from './selection.ts';

/** Most bytes of coordinates in one page, which is held in memory. */
export const MAX_BYTES = 64 * 1024 * 1024;

export interface FeaturePage {
  limit: number;
  /** Start after the object with this id. */
  after?: string | undefined;
  offset?: number | undefined;
  /** SQL of the order. Default: by id. */
  order?: Sql | undefined;
}

/**
 * SQL of an object as a GeoJSON feature, with coordinates as stored or in the CRS. `properties` is SQL of other
 * properties than its own.
 */
export function featureSql(crs: RequestCrs, properties = 'g.properties', located = true): string {
  const geometry = located ? geometrySql(crs) : `'null'`;
  return `'{"type":"Feature","id":"' || g.id || '","geometry":' || ${geometry} || ',"properties":' || (${properties})::text || '}'`;
}

/** For objects of several projects: adds the project id, unless the type has a field of that name. */
export const WITH_PROJECT = `jsonb_build_object('projectId', g.project_id) || g.properties`;

/** SQL of an object's geometry as GeoJSON text. */
export function geometrySql(crs: RequestCrs): string {
  return crs.srid === 4326 && !crs.northFirst ? 'g.location' : `st_asgeojson(${inCrs('g.geom', crs)}, 15)`;
}

/**
 * One page of the selected objects, each in the given form, and one more to see whether there is a next page. Throws
 * 413.
 */
export async function readPage<Row>(
  { db, texts }: Pick<Services, 'db' | 'texts'>,
  { visible, params }: FeatureConditions,
  form: Representation<Row>,
  { limit, after, offset, order }: FeaturePage,
): Promise<TextPage> {
  const begun = after ? `${visible} and g.id > $${params.length + 1}::uuid` : visible;
  const page = await withQueryErrors(() =>
    texts.read(db, form, {
      visible: begun,
      params: after ? [...params, after] : params,
      limit,
      offset,
      order: order ?? (() => 'g.id'),
      max: MAX_BYTES,
    }),
  );
  if (page.texts.length === 0 && page.cut)
    throw new HttpError(413, 'geometries.too-large', { megabytes: MAX_BYTES / 1e6 });
  return page;
}

const counts = new LRUCache<string, number>({ max: 10_000 });

/** Number of selected objects; cached until something in the root changes. */
export async function countSelected(
  db: Database,
  selection: FeatureConditions,
  state: () => Promise<string>,
): Promise<number> {
  const { visible, params } = selection;
  // A selection by ids may be long.
  const key = hashOf([await state(), visible, params]);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const [row] = await withQueryErrors(() =>
    db.query<{ count: number }>(`select count(*)::int as count from geometries g where ${visible}`, params),
  );
  counts.set(key, row!.count);
  return row!.count;
}

/** Reports what the database cannot compute (a position outside a CRS, invalid geometries) as a client error. */
export async function withQueryErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (thrown) {
    const code = thrown instanceof DatabaseError ? thrown.code : CONNECTION_LOST;
    if (code === 'XX000' || code === '22023' || code.startsWith('220'))
      throw new HttpError(400, 'open.not-computable');
    throw thrown;
  }
}
