import { PGlite } from '@electric-sql/pglite';
import fs from 'node:fs';
import path from 'node:path';
import { isoTimestamp, OID } from '../types.ts';
import { DurableFiles, startParams } from './durable-files.ts';
import { guard, proveGuard } from './guard.ts';
import { slimPostgis } from './slim-postgis.ts';

/** Values are parsed as by the other engine: int8 and numeric to number, times to ISO text, bytea to bytes. */
const parsers = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.date]: (text: string) => text,
  [OID.timestamp]: isoTimestamp,
  [OID.timestamptz]: isoTimestamp,
  [OID.bytea]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

/**
 * Opens PostGIS on a data folder that the caller has locked. A new folder is created beside it and then renamed: it
 * appears complete or not at all.
 */
export async function openEngine(folder: string, durable: boolean): Promise<PGlite> {
  removeLeftovers(folder);
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) {
    // What is left of a damaged database must not be replaced by an empty one.
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
      throw new Error('it contains files, but no PG_VERSION');
    await initialise(folder);
  }
  const db = guard(await start(folder, durable));
  await proveGuard(db);
  await db.exec(`set timezone = 'UTC'; set search_path = public; set bytea_output = 'hex'`);
  return db;
}

async function initialise(folder: string): Promise<void> {
  const temporary = `${folder}.init-${process.pid}`;
  // It becomes the folder of the database: readable by this user alone.
  fs.mkdirSync(temporary, { mode: 0o700 });
  const db = await start(temporary, true);
  await db.exec('create extension if not exists postgis; checkpoint');
  await db.close();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(temporary, folder);
}

function start(folder: string, durable: boolean): Promise<PGlite> {
  return PGlite.create({
    dataDir: folder,
    fs: new DurableFiles(folder),
    startParams: startParams(durable),
    extensions: { postgis: slimPostgis },
    parsers,
  });
}

/** Removes the incomplete folder of a first start that was killed. */
function removeLeftovers(folder: string): void {
  const parent = path.dirname(folder);
  const mark = `${path.basename(folder)}.init-`;
  for (const name of fs.readdirSync(parent))
    if (name.startsWith(mark)) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
}
