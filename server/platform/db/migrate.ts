import fs from 'node:fs/promises';
import type { Engine } from './engine.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** An arbitrary advisory lock number: "groma" on a phone keypad. */
const ADVISORY_LOCK = 47_662;

export interface Migration {
  name: string;
  sql: string;
}

/**
 * The program's migrations in the order of their whole names: `0001-house.sql`, ... Two have the number 0137; the word
 * after it decides. Databases remember names, so that no file is renamed.
 */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await fs.readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await fs.readFile(new URL(name, FOLDER), 'utf8') })),
  );
}

/**
 * Migrates the database to the program's schema; each migration in its own transaction, once, even when several
 * servers start together. Throws when the database is newer than the program.
 */
export async function migrate(db: Engine, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await tx.query(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
    );
  });
  await refuseNewer(db, migrations);
  for (const migration of migrations)
    await db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
      const done = await tx.query('select 1 from migrations where name = $1', [migration.name]);
      if (done.length > 0) return;
      await tx.script(migration.sql);
      await tx.query('insert into migrations (name) values ($1)', [migration.name]);
    });
}

async function refuseNewer(db: Engine, migrations: readonly Migration[]): Promise<void> {
  const known = new Set(migrations.map((migration) => migration.name));
  const rows = await db.query<{ name: string }>('select name from migrations order by name');
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown)
    throw new Error(
      `The database has been changed by a newer Groma (migration ${unknown.name} is not known here). ` +
        'Start that version, or one newer than it.',
    );
}
