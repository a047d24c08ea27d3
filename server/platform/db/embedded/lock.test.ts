import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFolder } from './lock.ts';

describe('the lock of a folder', () => {
  let home: string;
  beforeEach(async () => (home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-lock-'))));
  afterEach(() => fs.rm(home, { recursive: true, force: true }));

  it('is held until released, and names its holder', async () => {
    const folder = path.join(home, 'data');
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}.`);
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it('makes the folder unreadable for other users, also one of before', async () => {
    const folder = path.join(home, 'data', 'database');
    await fs.mkdir(folder, { recursive: true, mode: 0o755 });
    await (await lockFolder(folder)).release();
    expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('says what is wrong with a folder that cannot be used', async () => {
    const file = path.join(home, 'file');
    await fs.writeFile(file, '');
    for (const folder of [path.join(file, 'database'), path.join(file, 'deep', 'database')])
      await expect(lockFolder(folder)).rejects.toThrow(
        /^The data folder .* cannot be used: a .*file.*GROMA_DATA/,
      );
  });

  it('does not break when a client disconnects before the answer', async () => {
    const made = vi.spyOn(net, 'createServer');
    const lock = await lockFolder(path.join(home, 'data'));
    const server = made.mock.results[0]!.value as net.Server;
    made.mockRestore();
    // A client whose end closed while the answer was being sent.
    const peer = Object.assign(new EventEmitter(), { end: () => peer });
    server.emit('connection', peer);
    expect(() =>
      peer.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    ).not.toThrow();
    await lock.release();
  });
});
