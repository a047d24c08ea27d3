import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { scopeWithin, type FeatureType, type Root } from './types.ts';

/** What the objects of a type contain, beyond its definition. */
export interface TypeContent {
  /** GeoJSON types of their geometries. */
  geometryTypes: readonly string[];
  /** Names of date fields in which some values have a time of day. */
  timed: ReadonlySet<string>;
  /** Names of integer fields in which some values need more than 32 bits. */
  long: ReadonlySet<string>;
  /** Whether some objects have attributes that are not fields of their type. */
  others: boolean;
}

export const UNKNOWN_CONTENT: TypeContent = {
  geometryTypes: [],
  timed: new Set(),
  long: new Set(),
  others: false,
};

const cache = new LRUCache<string, TypeContent>({ max: 1000 });

/** Computed from all objects of the type; cached until something in the root changes. */
export async function contentOf(db: Database, root: Root, type: FeatureType): Promise<TypeContent> {
  const key = `${await stateOf(db, root)} ${type.name}`;
  const known = cache.get(key);
  if (known) return known;
  const dates = type.fields.filter((field) => field.type === 'date');
  const params: unknown[] = [type.fields.map(({ name }) => name)];
  const timed = dates.map(
    ({ name }) => `coalesce(bool_or(length(g.properties->>${addParam(params, name)}::text) > 10), false)`,
  );
  const integers = type.fields.filter((field) => field.type === 'integer');
  const long = integers.map(({ name }) => {
    const value = `g.properties->${addParam(params, name)}::text`;
    const outside = `${value} not between '${-(2 ** 31)}' and '${2 ** 31 - 1}'`;
    return `coalesce(bool_or(jsonb_typeof(${value}) = 'number' and ${outside}), false)`;
  });
  const [row] = await db.query<{ types: string[]; timed: boolean[]; long: boolean[]; others: boolean }>(
    `select coalesce(array_agg(distinct substr(st_geometrytype(g.geom), 4)), '{}') as types,
       array[${timed.join(', ')}]::boolean[] as timed,
       array[${long.join(', ')}]::boolean[] as long,
       coalesce(bool_or(g.properties - $1::text[] <> '{}'), false) as others
     from geometries g where ${scopeWithin(root, [type]).objects('g', params)}`,
    params,
  );
  const content: TypeContent = {
    geometryTypes: row!.types.sort(),
    timed: new Set(dates.filter((_, n) => row!.timed[n]).map(({ name }) => name)),
    long: new Set(integers.filter((_, n) => row!.long[n]).map(({ name }) => name)),
    others: row!.others,
  };
  cache.set(key, content);
  return content;
}
