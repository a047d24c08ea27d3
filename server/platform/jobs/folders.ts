import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lockFolder } from '../db/embedded/lock.ts';

const ROOT = path.join(os.tmpdir(), 'groma-jobs');
const DAY = 24 * 3_600_000;

/** Working folders of this process's jobs. */
export interface Folders {
  /** Path of one attempt's folder; the caller creates and removes it. */
  of(id: string): string;
  close(): Promise<void>;
}

/** Opens a folder for this process and removes those of killed processes. */
export async function openFolders(root = ROOT): Promise<Folders> {
  await mkdir(root, { recursive: true });
  await sweep(root);
  const own = path.join(root, `${process.pid}-${randomUUID().slice(0, 8)}`);
  // Makes the folder private, too.
  const lock = await lockFolder(own);
  return {
    of: (id) => path.join(own, id),
    close: async () => {
      await rm(own, { recursive: true, force: true });
      await lock.release();
    },
  };
}

async function sweep(root: string): Promise<void> {
  const names = await readdir(root);
  const folders = names.filter((name) => !name.endsWith('.lock'));
  const locked = new Set(names.filter((name) => name.endsWith('.lock')).map((name) => name.slice(0, -5)));
  for (const name of new Set([...folders, ...locked])) {
    const folder = path.join(root, name);
    if (!locked.has(name) && !(await isOld(folder))) continue;
    const lock = await lockFolder(folder).catch(() => undefined);
    if (!lock) continue;
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  }
}

/** Without a lock only its age shows that it is unused. */
async function isOld(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > DAY;
}
