import fs from 'node:fs/promises';
import type { ServerConfig } from '../../base/config/server-config.ts';
import type { Database } from '../../platform/db/database.ts';
import { partFile, partsFolder, removePart } from './parts.ts';

const HOUR = 3_600_000;

/** Removes abandoned uploads, and what lies on this server's disk of uploads that are over. */
export async function sweepUploads(db: Database, config: ServerConfig): Promise<void> {
  await db.query('delete from uploads where expires_at < now()');
  const names = await fs.readdir(partsFolder(config)).catch(() => []);
  const ids = names.filter((name) => !name.endsWith('.json'));
  const rows = await db.query<{ id: string }>('select id from uploads where id = any($1::uuid[])', [ids]);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of ids) {
    if (known.has(id)) continue;
    const { mtimeMs } = await fs.stat(partFile(config, id)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > HOUR) await removePart(config, id);
  }
}
