import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../../platform/services/services.ts';
import { outsideKey } from '../../platform/storage/outside.ts';
import { partFile, receivedBytes, removePart } from './parts.ts';
import { completeUpload, failUpload, noteKey, type UploadRow } from './store.ts';

type Needed = Pick<Services, 'db' | 'storage' | 'config'>;

const running = new Map<string, Promise<void>>();

/**
 * Checks the sum of a complete upload and moves it to the storage. May be called again at any time, also after the
 * server was stopped in the midst of it; calls at the same time share the work.
 */
export function finishUpload(services: Needed, row: UploadRow): Promise<void> {
  let work = running.get(row.id);
  if (!work) {
    work = (row.outside === null ? move(services, row) : check(services, row)).finally(() =>
      running.delete(row.id),
    );
    // Whoever waits for it is told; the next request begins it again.
    work.catch(() => {});
    running.set(row.id, work);
  }
  return work;
}

async function move({ db, storage, config }: Needed, row: UploadRow): Promise<void> {
  const { id } = row;
  const file = partFile(config, id);
  if ((await receivedBytes(config, id)) === row.bytes) {
    const sha256 = row.sha256 ?? (await sumOf(createReadStream(file, { highWaterMark: 1024 ** 2 })));
    if (row.statedSha256 && row.statedSha256 !== sha256) {
      await failUpload(db, id, 'files.other-checksum', { name: row.name });
      await removePart(config, id);
      return;
    }
    const key = row.key ?? `files/${randomUUID()}`;
    await noteKey(db, id, key, sha256);
    await storage.moveIn(key, file, row.bytes);
    await db.transaction((tx) => completeUpload(tx, id, key));
  } else if (row.key !== null && (await storage.size(row.key)) === row.bytes) {
    const { key } = row;
    await db.transaction((tx) => completeUpload(tx, id, key));
  } else {
    await failUpload(db, id, 'uploads.lost', {});
  }
  await removePart(config, id);
}

/** A file outside of the storage stays where it is. */
async function check({ db, storage }: Needed, row: UploadRow): Promise<void> {
  const key = outsideKey(row.outside!, row.id);
  const sha256 = await sumOf(await storage.read(key));
  await noteKey(db, row.id, key, sha256);
  await db.transaction((tx) => completeUpload(tx, row.id, key));
}

async function sumOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
