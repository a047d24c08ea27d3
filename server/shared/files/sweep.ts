import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { previewKeys } from './preview-keys.ts';

/** How long unclaimed contents are kept: for uploads under way, and for whoever is just reading a deleted file. */
const UNCLAIMED_HOURS = 24;
/** How long files of a deleted object are kept, since undo may restore it. */
export const ORPHANED_DAYS = 30;
const AT_ONCE = 500;

/** Removes unclaimed contents from the storage. Several servers may do so at the same time. */
export async function sweepFiles(db: Database, storage: Storage): Promise<void> {
  await removeOrphans(db);
  await removeLayerFiles(db, storage);
  for (;;) {
    const rows = await db.query<{ key: string }>(
      `select u.key from unclaimed_keys u where u.since < now() - make_interval(hours => $1)
         and not exists (select 1 from file_versions v where v.key = u.key)
         and not exists (select 1 from file_versions v where v.original->>'key' = u.key) order by u.since limit $2`,
      [UNCLAIMED_HOURS, AT_ONCE],
    );
    for (const { key } of rows) {
      for (const preview of previewKeys(key)) await storage.remove(preview);
      await storage.remove(key);
      await db.query('delete from unclaimed_keys where key = $1', [key]);
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** Files of objects that cannot be restored any more; their contents become unclaimed with them. */
async function removeOrphans(db: Database): Promise<void> {
  const gone = `not exists (select 1 from geometries g where g.id = f.geometry_id)`;
  await db.query(
    `update files f set orphaned_at = case when ${gone} then now() end
     where f.geometry_id is not null and (f.orphaned_at is null) = ${gone}`,
  );
  await db.query(`delete from files where orphaned_at < now() - make_interval(days => $1)`, [ORPHANED_DAYS]);
}

/** Files of layers that are gone, also with their project or person, and of those that were never added. */
async function removeLayerFiles(db: Database, storage: Storage): Promise<void> {
  const rows = await db.query<{ key: string }>(
    `select key from layer_files where layer_id is null and added_at < now() - make_interval(hours => $1)`,
    [UNCLAIMED_HOURS],
  );
  for (const { key } of rows) {
    await storage.remove(key);
    await db.query('delete from layer_files where key = $1', [key]);
  }
}
