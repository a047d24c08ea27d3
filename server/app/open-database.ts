import path from 'node:path';
import type { ServerConfig } from '../base/config/server-config.ts';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import type { Engine } from '../platform/db/engine.ts';
import { migrate, readMigrations } from '../platform/db/migrate.ts';
import { openPostgresql } from '../platform/db/postgresql/postgresql.ts';

/** Opens the configured database and migrates it. Throws an error with a message for the operator. */
export async function openDatabase(config: Pick<ServerConfig, 'data' | 'databaseUrl'>): Promise<Engine> {
  const db = config.databaseUrl
    ? await openPostgresql(config.databaseUrl)
    : await openEmbedded(path.join(config.data, 'database'));
  try {
    await migrate(db, await readMigrations());
    return db;
  } catch (failure) {
    await db.close();
    throw failure;
  }
}
