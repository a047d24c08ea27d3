import { isAbort } from '#core/kernel';
import { HttpError } from '../../base/http-error.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { CsvReading } from './csv.ts';
import type { ReadTrack } from './track.ts';

export interface TrackTask extends CsvReading {
  file: string;
  /** Of an SBET. */
  day?: string | undefined;
}

const MEMORY = 1024;
const PATIENCE = 30_000;

const threads = new Threads<TrackTask, never, ReadTrack[]>(
  new URL('./tracks.worker.ts', import.meta.url),
  MEMORY,
);

/** Reads tracks outside the server's heap and event loop. Throws 422 when they cannot be read. */
export async function readTracks(task: TrackTask): Promise<ReadTrack[]> {
  try {
    return await threads.run(task, {
      signal: AbortSignal.timeout(PATIENCE),
      onMessage: () => {},
      failure: (failure, values) => new HttpError(422, `surveys.${failure}`, values),
    });
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw new HttpError(422, thrown.key, thrown.values);
    if (isAbort(thrown)) throw new HttpError(422, 'surveys.track-too-slow');
    throw thrown;
  }
}
