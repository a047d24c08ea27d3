import { vi } from 'vitest';
import type { Job } from '#core/protocol';
import { upload, type MultipartFile } from './sending.ts';
import { must, type TestPerson, type TestServer } from './server.ts';

/** The outcome of a job. */
export type Ended<Result> = Omit<Job, 'result'> & { result?: Result | null };

/** Polls a job until it has ended; a job with the largest real files takes minutes. */
export async function ended<Result>(person: TestPerson, jobId: string): Promise<Ended<Result>> {
  return vi.waitUntil(
    async () => {
      const { body } = await person.send<Ended<Result>>('GET', `/jobs/${jobId}`);
      return body.state !== 'queued' && body.state !== 'running' && body;
    },
    { timeout: 300_000, interval: 20 },
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
