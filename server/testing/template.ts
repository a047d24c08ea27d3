import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFolder } from '../platform/db/embedded/lock.ts';
import type { Migration } from '../platform/db/migrate.ts';

/** Prepared data folders are kept here between test runs, by the hash of their sources. */
const CACHE = path.join(os.tmpdir(), 'groma-test-templates');
const PATIENCE = 180_000;

export function hashOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

export function textOf(migrations: readonly Migration[]): string {
  return migrations.map(({ name, sql }) => `${name}\n${sql}`).join('\n');
}

/**
 * The prepared folder `name`, created by `make` when it does not exist yet; other processes that need it wait. `make`
 * fills a folder that does not exist yet; it gets its name only when complete.
 */
export async function template(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  if (await exists(folder)) return folder;
  await fs.mkdir(CACHE, { recursive: true });
  const lock = await patiently(() => lockFolder(`${folder}.make`));
  try {
    if (await exists(folder)) return folder;
    const temporary = `${folder}.${process.pid}`;
    await fs.rm(temporary, { recursive: true, force: true });
    await make(temporary);
    await fs.rename(temporary, folder);
    await forgetOld(name);
    return folder;
  } finally {
    await lock.release();
  }
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await attempt();
    } catch (failure) {
      if (Date.now() > until) throw failure;
      await wait(100);
    }
  }
}

/** Templates of the same kind that nobody has used for a day. */
async function forgetOld(name: string): Promise<void> {
  const kind = name.slice(0, name.lastIndexOf('-'));
  for (const other of await fs.readdir(CACHE)) {
    if (!other.startsWith(kind) || other.startsWith(name)) continue;
    const file = path.join(CACHE, other);
    const { mtimeMs } = await fs.stat(file);
    if (Date.now() - mtimeMs > 24 * 3_600_000) await fs.rm(file, { recursive: true, force: true });
  }
}
