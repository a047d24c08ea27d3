import { grants } from '#core/protocol';
import type { Caller } from '../access/caller.ts';
import { memberOf } from '../access/member.ts';
import type { Queries } from '../db/database.ts';
import { claim } from '../files/receive.ts';
import { sentence } from '../http/language.ts';
import { JobFailure, type JobKind, type Work } from '../jobs/kind.ts';
import type { ReadArchive } from './archive/read.ts';
import { readInThread } from './read-in-thread.ts';
import { countTilesets, insertFiles, insertTileset, MOST_TILESETS, seesTilesets, told } from './store.ts';

export interface TilesetInput {
  /** The upload's key in the storage, claimed when the set is kept: the archive stays as it came. */
  upload: string;
  bytes: number;
  fileName: string;
  name: string;
}

const MINUTE = 60_000;
const READ_PART = 0.95;

/** Reads an uploaded archive through and keeps it as a set. */
export const tilesetKind: JobKind = {
  timeLimit: 60 * MINUTE,
  run: (work) => make(work, work.input as TilesetInput),
};

async function make(work: Work, input: TilesetInput): Promise<undefined> {
  const { db, storage } = work.services;
  await makerOf(db, work);
  const say = (part: number) => work.progress(part, sentence(work.language, 'tilesets.reading'));
  say(0);
  const file = await storage.localPath(input.upload).catch(() => {
    throw new JobFailure('tilesets.upload-gone');
  });
  const read = await readInThread(file, work.signal, (part) => say(part * READ_PART));
  await db.transaction((tx) => keep(tx, work, input, read));
  return undefined;
}

async function keep(tx: Queries, work: Work, input: TilesetInput, read: ReadArchive): Promise<void> {
  const caller = await makerOf(tx, work);
  const { upload: key, bytes, fileName, name } = input;
  const { root, edition, files } = read;
  await claim(tx, key);
  const projectId = work.projectId!;
  const row = await insertTileset(tx, caller, { projectId, name, fileName, key, bytes, root, edition });
  await insertFiles(tx, row.id, files);
  await work.finish(tx, told(row));
}

/** Who the set is added for, as their rights are now. @throws JobFailure when they may not any more. */
async function makerOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'files.write') || !seesTilesets(caller))
    throw new JobFailure('tilesets.not-allowed');
  if ((await countTilesets(db, projectId!)) >= MOST_TILESETS)
    throw new JobFailure('tilesets.too-many', { most: MOST_TILESETS });
  return caller;
}
