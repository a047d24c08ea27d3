import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from '#core/protocol';
import { upload, type MultipartFile } from './sending.ts';
import { must, type TestPerson, type TestServer } from './server.ts';

/** The outcome of a job. */
export type Ended<Result> = Omit<Job, 'result'> & { result?: Result | null };

/** Milliseconds: jobs with the largest real files take minutes. */
const PATIENCE = 300_000;

/** Reads until the value is as expected, more and more seldom: a reading takes the processor from what is waited for. */
export async function readUntil<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  const start = Date.now();
  for (let pause = 10; ; pause = Math.min(1.5 * pause, 250)) {
    const value = await read();
    if (isExpected(value)) return value;
    if (Date.now() - start > PATIENCE) throw new Error(`It is still ${JSON.stringify(value)}.`);
    await wait(pause);
  }
}

/** The job when it has ended. */
export async function ended<Result>(person: TestPerson, jobId: string): Promise<Ended<Result>> {
  return readUntil(
    async () => (await person.send<Ended<Result>>('GET', `/jobs/${jobId}`)).body,
    ({ state }) => state !== 'queued' && state !== 'running',
  );
}

/** Uploads a file to a project and waits for its job. */
export async function uploadJob<Result>(
  server: TestServer,
  person: TestPerson,
  path: string,
  projectId: string,
  file: MultipartFile,
  fields?: Record<string, string>,
): Promise<Ended<Result>> {
  const sent = await upload<{ jobId: string }>(server, person, path, file, fields, { projectid: projectId });
  return ended<Result>(person, must(sent, 202).jobId);
}

/** The result of such a job. Throws when there is none. */
export async function made<Result>(job: Promise<Ended<Result>>): Promise<Result> {
  const { error, result } = await job;
  if (error || !result) throw new Error(error ?? 'The job has made nothing.');
  return result;
}
