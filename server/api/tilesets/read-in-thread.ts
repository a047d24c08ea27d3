import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { ReadArchive } from './read-archive.ts';

/** Heap in MB: the texts of all tileset.json, and the largest of them parsed. */
const MEMORY = 1024;

export interface ArchiveResult {
  part: number;
}

const threads = new Threads<string, ArchiveResult, ReadArchive>(
  new URL('./read.worker.ts', import.meta.url),
  MEMORY,
);

/** Reads an archive outside the server's heap and event loop. Throws JobFailure when it cannot be used. */
export function readInThread(
  file: string,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<ReadArchive> {
  return threads.run(file, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(`tilesets.refused.${failure}`, values),
  });
}
