import { vi } from 'vitest';
import type { Job } from '#core/protocol';
import { upload, type Part } from './sending.ts';
import { must, type Person, type TestServer } from './server.ts';

/** A job that was asked for its outcome. */
export type Ended<Result> = Omit<Job, 'result'> & { result?: Result | null };

/** Waits until a job has ended, by asking for it; a job over the largest files of others takes minutes. */
export async function ended<Result>(person: Person, jobId: string): Promise<Ended<Result>> {
  return vi.waitUntil(
    async () => {
      const { body } = await person.send<Ended<Result>>('GET', `/jobs/${jobId}`);
      return body.state !== 'queued' && body.state !== 'running' && body;
    },
    { timeout: 300_000, interval: 20 },
  );
}

/** Uploads a file to a project and waits for the job that works on it. */
export async function uploadJob<Result>(
  server: TestServer,
  person: Person,
  path: string,
  projectId: string,
  file: Part,
  fields?: Record<string, string>,
): Promise<Ended<Result>> {
  const sent = await upload<{ jobId: string }>(server, person, path, file, fields, { projectid: projectId });
  return ended<Result>(person, must(sent, 202).jobId);
}

/** What such a job has made. @throws where it has not. */
export async function made<Result>(job: Promise<Ended<Result>>): Promise<Result> {
  const { error, result } = await job;
  if (error || !result) throw new Error(error ?? 'The job has made nothing.');
  return result;
}
