import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { grants, type HeightsAbove, type HeightUnit, type Language, type Terrain } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import type { Queries } from '../../platform/db/database.ts';
import { claim } from '../../shared/files/receive.ts';
import { sentence } from '../../base/language.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { Made } from './make.ts';
import { makeInThread } from './make-in-thread.ts';
import { insertTerrain, MAX_TERRAINS, replaceTerrain, seesTerrain } from './store.ts';
import { INDEX_FILE, TILES_FILE } from './pyramid/tile-file.ts';

export interface TerrainInput {
  language: Language;
  /** Storage key of the upload, claimed when the terrain is stored: volumes are computed from the model itself. */
  upload: string;
  fileName: string;
  name: string;
  heights: HeightsAbove | undefined;
  unit: HeightUnit | undefined;
  crs: string | undefined;
  /** Id of the terrain that is made again from its own model. */
  replaces?: string;
}

const MINUTE = 60_000;
const MAX_BYTES = 32 * 1024 ** 3;
const MADE_PART = 0.95;

/** Builds a terrain from an uploaded model. */
export const terrainKind: JobKind = {
  timeLimit: 60 * MINUTE,
  run: (work) => make(work, work.input as TerrainInput),
};

async function make(work: Work, input: TerrainInput): Promise<undefined> {
  const { services, folder, signal } = work;
  const { db, storage } = services;
  await makerOf(db, work, input);
  const report = (part: number) => work.progress(part, sentence(work.language, 'terrain.making'));
  report(0);
  const file = await storage.localPath(input.upload).catch(() => {
    throw new JobFailure('terrain.upload-gone');
  });
  const { crs, heights, unit } = input;
  const task = { file, folder, crs, heights, unit, grids: await gridFiles(services) };
  const made = await makeInThread(task, signal, (part) => report(part * MADE_PART));
  const key = `files/${randomUUID()}`;
  await db.query('insert into unclaimed_keys (key) values ($1)', [key]);
  const bytes = await storage.write(key, bothFiles(folder), MAX_BYTES);
  await db.transaction((tx) => keep(tx, work, input, made, key, bytes));
  return undefined;
}

async function keep(
  tx: Queries,
  work: Work,
  input: TerrainInput,
  made: Made,
  key: string,
  bytes: number,
): Promise<void> {
  const { name, fileName, upload: source, replaces } = input;
  const caller = await makerOf(tx, work, input);
  await holdUnarchived(tx, [work.projectId!]);
  const projectId = work.projectId!;
  await claim(tx, key);
  if (replaces !== undefined) {
    const row = await replaceTerrain(tx, caller, replaces, { key, bytes, ...made });
    if (!row) throw new JobFailure('terrain.unit.gone', { name });
    return work.finish(tx, row);
  }
  await claim(tx, source);
  const row: Terrain = await insertTerrain(tx, caller, {
    projectId,
    name,
    fileName,
    key,
    source,
    bytes,
    ...made,
  });
  await work.finish(tx, row);
}

/** The index, then the tiles. */
function bothFiles(folder: string): Readable {
  return Readable.from(
    (async function* () {
      for (const name of [INDEX_FILE, TILES_FILE]) yield* createReadStream(path.join(folder, name));
    })(),
  );
}

/** The person the terrain is made for, with current rights. Throws JobFailure when they have lost them, HttpError 409 when the project is archived. */
async function makerOf(
  db: Queries,
  { userId, projectId }: Work,
  { replaces }: TerrainInput,
): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'files.write') || !seesTerrain(caller))
    throw new JobFailure('terrain.not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  if (replaces !== undefined) return caller;
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    'select count(*)::int as count from terrains where project_id = $1',
    [projectId],
  );
  if (count >= MAX_TERRAINS) throw new JobFailure('terrain.too-many', { most: MAX_TERRAINS });
  return caller;
}
