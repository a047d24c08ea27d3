import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import type { Engine } from '../platform/db/engine.ts';
import { openPostgresql } from '../platform/db/postgresql/postgresql.ts';
import { takeEmbedded } from './embedded-pool.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { postgresqlPrograms, startTemporaryPostgresql, type TemporaryCluster } from './postgresql.ts';

export type EngineName = 'embedded' | 'postgresql';

/**
 * The engines a suite runs on, for `describe.each(engines)`: always the embedded one, and PostgreSQL where it is
 * installed.
 */
export const engines: readonly EngineName[] = enginesHere();

function enginesHere(): EngineName[] {
  if (postgresqlPrograms()) return ['embedded', 'postgresql'];
  process.stderr.write('PostgreSQL is not installed here: these tests run on the embedded engine alone.\n');
  return ['embedded'];
}

/**
 * For `describe.each(oneEngine)`: suites of what stands in files and on paper, whose rows are written and read by
 * statements that others run on both. It is PostgreSQL where that is installed; journeys run on the embedded one.
 */
export const oneEngine: readonly EngineName[] = engines.slice(-1);

export type StorageName = 'a folder' | 'an S3 store';

/**
 * Where suites with files run, for `describe.each(places)`: both storages, and on PostgreSQL where it is installed. What
 * files go through has no more to do with the engine than that, so that not each pair is tried.
 */
export const places: readonly [EngineName, StorageName][] = [
  // First: threads that are kept have the credentials that were set when they started.
  ['embedded', 'an S3 store'],
  [engines.at(-1)!, 'a folder'],
];

export interface TestDatabase {
  db: Engine;
  /** Set on PostgreSQL: what another process needs to open the same database. */
  url: string | undefined;
  /** A temporary folder of this database, for files. */
  data: string;
  remove(): Promise<void>;
}

/** An empty database with the program's tables; `durable` as in production. */
export async function openTestDatabase(engine: EngineName, durable = false): Promise<TestDatabase> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-test-'));
  const url = engine === 'postgresql' ? await (await cluster(durable)).createDatabase() : undefined;
  const db = url ? await openPostgresql(url) : await openFresh(path.join(data, 'database'), durable);
  return {
    db,
    url,
    data,
    remove: async () => {
      await db.close();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

async function openFresh(folder: string, durable: boolean): Promise<Engine> {
  if (!durable) return takeEmbedded();
  await fs.cp(await embeddedTemplate(), folder, { recursive: true });
  return openEmbedded(folder);
}

let running: Promise<TemporaryCluster> | undefined;

/** One cluster for all databases of this process; it is stopped when the process ends. */
function cluster(durable: boolean): Promise<TemporaryCluster> {
  return (running ??= startTemporaryPostgresql({ durable }));
}
