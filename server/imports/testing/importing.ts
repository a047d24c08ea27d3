import type { ImportResult, Job } from '#core/protocol';
import type { Answer, Person, TestServer } from '../../testing/server.ts';

export interface Sent {
  file?: { name: string; content: Buffer };
  fields?: Record<string, string>;
}

/** Sends a multipart request as a browser would. */
export async function upload<T>(
  server: TestServer,
  person: Person,
  path: string,
  projectId: string,
  { file, fields = {} }: Sent,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const boundary = 'groma-test-boundary';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  if (file)
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      file.content,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/shapefiles/${path}`,
    headers: {
      jwt: person.token,
      projectid: projectId,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat(parts),
  });
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body || 'null') as T };
}

export type ImportJob = Omit<Job, 'result'> & { result?: ImportResult | null };

/** Waits until a job has ended, by asking for it. */
export async function ended(person: Person, jobId: string): Promise<ImportJob> {
  for (;;) {
    const { body } = await person.send<ImportJob>('GET', `/jobs/${jobId}`);
    if (body.state !== 'queued' && body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Uploads a file and waits for its job. */
export async function importFile(
  server: TestServer,
  person: Person,
  projectId: string,
  name: string,
  content: Buffer | string,
  fields: Record<string, string> = {},
): Promise<ImportJob> {
  const path = name.endsWith('.zip') ? 'uploadfile' : 'uploadgeojson';
  const sent = { file: { name, content: Buffer.from(content) }, fields };
  const answer = await upload<{ jobId: string }>(server, person, path, projectId, sent);
  if (answer.status !== 202)
    throw new Error(`The upload was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return ended(person, answer.body.jobId);
}
