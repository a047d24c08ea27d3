import { grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import type { Queries } from '../../platform/db/database.ts';
import { claim } from '../../shared/files/receive.ts';
import { sentence } from '../../base/language.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { ReadArchive } from './read-archive.ts';
import { readInThread } from './read-in-thread.ts';
import { countTilesets, insertFiles, insertTileset, MAX_TILESETS, seesTilesets, tilesetOf } from './store.ts';

export interface TilesetInput {
  /** Storage key of the upload, claimed when the tileset is stored: the archive is kept as it is. */
  upload: string;
  bytes: number;
  fileName: string;
  name: string;
}

const MINUTE = 60_000;
const READ_PART = 0.95;

/** Checks an uploaded archive and stores it as a tileset. */
export const tilesetKind: JobKind = {
  timeLimit: 60 * MINUTE,
  run: (work) => make(work, work.input as TilesetInput),
};

async function make(work: Work, input: TilesetInput): Promise<undefined> {
  const { db, storage } = work.services;
  await makerOf(db, work);
  const report = (part: number) => work.progress(part, sentence(work.language, 'tilesets.reading'));
  report(0);
  const file = await storage.localPath(input.upload).catch(() => {
    throw new JobFailure('tilesets.upload-gone');
  });
  const read = await readInThread(file, work.signal, (part) => report(part * READ_PART));
  await db.transaction((tx) => keep(tx, work, input, read));
  return undefined;
}

async function keep(tx: Queries, work: Work, input: TilesetInput, read: ReadArchive): Promise<void> {
  const caller = await makerOf(tx, work);
  await holdUnarchived(tx, [work.projectId!]);
  const { upload: key, bytes, fileName, name } = input;
  const { root, edition, files } = read;
  await claim(tx, key);
  const projectId = work.projectId!;
  const row = await insertTileset(tx, caller, { projectId, name, fileName, key, bytes, root, edition });
  await insertFiles(tx, row.id, files);
  await work.finish(tx, tilesetOf(row));
}

/** The person the tileset is added for, with current rights. Throws JobFailure when they have lost them, HttpError 409 when the project is archived. */
async function makerOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'files.write') || !seesTilesets(caller))
    throw new JobFailure('tilesets.not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  if ((await countTilesets(db, projectId!)) >= MAX_TILESETS)
    throw new JobFailure('tilesets.too-many', { most: MAX_TILESETS });
  return caller;
}
