import { isAbort } from '#core/kernel';
import { HttpError } from '../../base/http-error.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { ReadTrack } from './track.ts';

const MEMORY = 1024;
const PATIENCE = 30_000;

const threads = new Threads<{ file: string }, never, ReadTrack[]>(
  new URL('./tracks.worker.ts', import.meta.url),
  MEMORY,
);

/** Reads tracks outside the server's heap and event loop. Throws 422 when they cannot be read. */
export async function readTracks(file: string): Promise<ReadTrack[]> {
  try {
    return await threads.run(
      { file },
      {
        signal: AbortSignal.timeout(PATIENCE),
        onMessage: () => {},
        failure: (failure, values) => new HttpError(422, `surveys.${failure}`, values),
      },
    );
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw new HttpError(422, thrown.key, thrown.values);
    if (isAbort(thrown)) throw new HttpError(422, 'surveys.track-too-slow');
    throw thrown;
  }
}
