import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { prepareFolder } from './prepare-folder.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Allows one owner per data folder. Two engines on one folder would corrupt it silently, so the owner listens on a
 * Unix socket in it (on Windows, a named pipe): the system frees it however the process ends, and process ids cannot
 * be confused.
 * Throws an error that names the process holding the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  prepareFolder(folder);
  const address = lockAddress(folder);
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address);
    if (server) return { release: () => new Promise((done) => server.close(() => done())) };
    const owner = await askOwner(address);
    if (owner)
      throw new Error(
        `The data folder ${folder} is in use by process ${owner}. Stop that server first, or set GROMA_DATA to another folder.`,
      );
    fs.rmSync(address, { force: true });
  }
  throw new Error(
    `The data folder ${folder} could not be locked; check that ${path.dirname(folder)} can be written.`,
  );
}

/** Linux limits socket paths to 107 bytes, so the lock of a deep folder is addressed from inside it. */
function lockAddress(folder: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\groma-${folder.replaceAll(/[^\w]/g, '-')}`;
  const absolute = `${folder}.lock`;
  const relative = path.relative(process.cwd(), absolute);
  const address = relative.length < absolute.length ? relative : absolute;
  if (Buffer.byteLength(address) <= 103) return address;
  throw new Error(
    `The path of the data folder ${folder} is too long; at most about 95 characters can be locked.`,
  );
}

function listen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((peer) => {
      // The client may be killed before the answer; that is not an error.
      peer.on('error', () => {});
      peer.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The process that holds the lock; undefined when nobody answers, because its owner was killed. */
function askOwner(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const peer = net.connect(address);
    peer.setTimeout(2000, () => {
      peer.destroy();
      resolve('(not answering)');
    });
    peer.on('data', (piece) => (answer += piece));
    peer.on('end', () => resolve(answer || '(unknown)'));
    peer.on('error', () => resolve(undefined));
  });
}
