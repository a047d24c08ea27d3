import fs from 'node:fs/promises';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import { migrate, readMigrations } from '../platform/db/migrate.ts';
import { hashOf, template, textOf } from './template.ts';

/** A data folder of the embedded engine after all migrations, to be copied. */
export async function embeddedTemplate(): Promise<string> {
  const migrations = await readMigrations();
  const lockFile = await fs.readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(lockFile) as { dependencies: Record<string, string> };
  const versions = `${dependencies['@electric-sql/pglite']} ${dependencies['@electric-sql/pglite-postgis']}`;
  const engine = await fs.readFile(new URL('../platform/db/embedded/engine.ts', import.meta.url), 'utf8');
  return template(`embedded-${hashOf(versions, engine, textOf(migrations))}`, async (folder) => {
    const db = await openEmbedded(folder, { durable: false });
    await migrate(db, migrations);
    await db.close();
  });
}
