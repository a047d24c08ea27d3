import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface OpenFile {
  nfd?: number;
  node: unknown;
}
interface NodeFiles {
  stream_ops: { fsync?: (stream: OpenFile) => number };
  realPath(node: unknown): string;
}

/** PGlite's file system on a folder, with the fsync it lacks: commits survive a power cut. */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...args);
    started.emscriptenOpts.preRun?.push((module) => {
      const files = module.FS.filesystems.NODEFS as unknown as NodeFiles;
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd);
        else syncPath(files.realPath(stream.node));
        return 0;
      };
    });
    return started;
  }
}

function syncPath(file: string): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** The operating system caches the files, too: more shared buffers would cost memory and save little. */
const SMALL = [...['-c', 'shared_buffers=64MB'], ...['-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB']];

/**
 * PGlite starts PostgreSQL with `-F` (no fsync); durable removes it and sets the one sync method that NODEFS
 * supports.
 */
export function startParams(durable: boolean): string[] {
  const own = PGlite.defaultStartParams;
  return durable
    ? [...own.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync', ...SMALL]
    : [...own, ...SMALL];
}
