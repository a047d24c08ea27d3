import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { HttpError } from '../../base/http-error.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { storageFull } from '../../platform/storage/errors.ts';

/** Space that uploads leave free on the disk, bytes. */
const RESERVE = 256 * 1024 ** 2;

/** Where what has arrived of an upload lies until it is complete. */
export function partsFolder(config: Pick<ServerConfig, 'data'>): string {
  return path.join(config.data, 'uploads');
}

/** The file of an upload; tus keeps `<id>.json` beside it. */
export function partFile(config: Pick<ServerConfig, 'data'>, id: string): string {
  return path.join(partsFolder(config), id);
}

/** Bytes that have arrived; undefined when this server has nothing of it. */
export async function receivedBytes(
  config: Pick<ServerConfig, 'data'>,
  id: string,
): Promise<number | undefined> {
  return fs.stat(partFile(config, id)).then(
    ({ size }) => size,
    () => undefined,
  );
}

export async function removePart(config: Pick<ServerConfig, 'data'>, id: string): Promise<void> {
  await fs.rm(partFile(config, id), { force: true });
  await fs.rm(`${partFile(config, id)}.json`, { force: true });
}

/** Throws HttpError 507 when the disk cannot take so many more bytes. */
export async function refuseFullDisk(config: Pick<ServerConfig, 'data'>, bytes: number): Promise<void> {
  const free = await freeBytes(partsFolder(config));
  if (free - RESERVE >= bytes) return;
  const gigabytes = (count: number) => Math.max(0, Math.floor(count / 1024 ** 2)) / 1024;
  throw new HttpError(507, 'uploads.disk-full', {
    free: gigabytes(free - RESERVE).toFixed(1),
    needed: gigabytes(bytes).toFixed(1),
  });
}

async function freeBytes(folder: string): Promise<number> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

/** The store of tus, which tells a full disk. */
export class PartStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    try {
      return await super.write(readable, id, offset);
    } catch (failure) {
      if ((await freeBytes(this.directory)) < RESERVE / 16) throw storageFull(failure);
      throw failure;
    }
  }
}
