import path from 'node:path';
import type { ServerConfig } from '../base/config/server-config.ts';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import { DatabaseError } from '../platform/db/errors.ts';
import type { Engine } from '../platform/db/engine.ts';
import { migrate, readMigrations } from '../platform/db/migrate.ts';
import { openPostgresql } from '../platform/db/postgresql/postgresql.ts';

/** Codes of PostgreSQL for what is not as it was written: corrupted, or a file that is missing or cannot be read. */
function isDamage(failure: unknown): failure is DatabaseError {
  return failure instanceof DatabaseError && /^(XX|58)/.test(failure.code);
}

function damageSentence(
  { data, databaseUrl }: Pick<ServerConfig, 'data' | 'databaseUrl'>,
  { message }: DatabaseError,
): string {
  const place = databaseUrl
    ? 'The database of DATABASE_URL'
    : `The database in ${path.join(data, 'database')}`;
  const other = databaseUrl ? 'DATABASE_URL to another database' : 'GROMA_DATA to another folder';
  return `${place} is damaged (${message}). Restore it from a backup, or set ${other}.`;
}

/** Opens the configured database and migrates it. Throws an error with a message for the operator. */
export async function openDatabase(config: Pick<ServerConfig, 'data' | 'databaseUrl'>): Promise<Engine> {
  const db = config.databaseUrl
    ? await openPostgresql(config.databaseUrl)
    : await openEmbedded(path.join(config.data, 'database'));
  try {
    await migrate(db, await readMigrations());
    return db;
  } catch (failure) {
    await db.close().catch(() => {});
    throw isDamage(failure) ? new Error(damageSentence(config, failure), { cause: failure }) : failure;
  }
}
