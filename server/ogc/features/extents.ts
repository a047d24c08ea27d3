import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/db/database.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { scopeWithin, type Root } from './types.ts';

/** Count, extent and last change of a type's objects. */
export interface TypeSummary {
  count: number;
  /** West, south, east, north. */
  box: [number, number, number, number];
  since: string;
  until: string;
}

const cache = new LRUCache<string, Map<string, TypeSummary>>({ max: 1000 });

/** By type name, for types with objects; cached until something in the root changes. */
export async function extentsOf(db: Database, root: Root): Promise<Map<string, TypeSummary>> {
  const state = await stateOf(db, root);
  const known = cache.get(state);
  if (known) return known;
  const params: unknown[] = [];
  const rows = await db.query<TypeSummary & { name: string }>(
    `select g.type_name as name, count(*)::int as count, min(g.updated_at) as since, max(g.updated_at) as until,
       array[st_xmin(st_extent(g.geom)), st_ymin(st_extent(g.geom)), st_xmax(st_extent(g.geom)), st_ymax(st_extent(g.geom))] as box
     from geometries g where ${scopeWithin(root).objects('g', params)} group by g.type_name`,
    params,
  );
  const extents = new Map(rows.map(({ name, ...extent }) => [name, extent]));
  cache.set(state, extents);
  return extents;
}
