import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { previewKeys } from './preview-keys.ts';

/** An upload under way is given so long; a deleted file's content stays so long for whoever is just reading it. */
const UNCLAIMED_HOURS = 24;
/** An object that was deleted may come back by undo, with its files. */
export const ORPHANED_DAYS = 30;
const AT_ONCE = 500;

/** Removes from the storage what no record claims any more. Several servers may do so at the same time. */
export async function sweepFiles(db: Database, storage: Storage): Promise<void> {
  await removeOrphans(db);
  for (;;) {
    const rows = await db.query<{ key: string }>(
      `select u.key from unclaimed_keys u where u.since < now() - make_interval(hours => $1)
         and not exists (select 1 from file_versions v where v.key = u.key) order by u.since limit $2`,
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

/** Files of objects that are gone for good; their contents are unclaimed with them. */
async function removeOrphans(db: Database): Promise<void> {
  const gone = `not exists (select 1 from geometries g where g.id = f.geometry_id)`;
  await db.query(
    `update files f set orphaned_at = case when ${gone} then now() end
     where f.geometry_id is not null and (f.orphaned_at is null) = ${gone}`,
  );
  await db.query(`delete from files where orphaned_at < now() - make_interval(days => $1)`, [ORPHANED_DAYS]);
}
