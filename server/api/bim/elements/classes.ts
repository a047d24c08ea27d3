import { LRUCache } from 'lru-cache';
import type { Queries } from '../../../platform/db/database.ts';

/** By edition, which never changes. */
const known = new LRUCache<number, readonly string[]>({ max: 200 });

/** The classes of what an edition has. */
export async function classesOf(db: Queries, edition: number): Promise<readonly string[]> {
  const remembered = known.get(edition);
  if (remembered) return remembered;
  const rows = await db.query<{ class: string }>('select distinct class from bim_things where edition = $1', [
    edition,
  ]);
  const classes = rows.map((row) => row.class);
  // Without rows it is still being loaded.
  if (classes.length > 0) known.set(edition, classes);
  return classes;
}
