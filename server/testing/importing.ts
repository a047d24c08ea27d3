import type { ImportResult } from '#core/protocol';
import { upload as send, type Part } from './sending.ts';
import { uploadJob, type Ended } from './upload-job.ts';
import type { Answer, Person, TestServer } from './server.ts';

export interface Sent {
  file?: Part;
  fields?: Record<string, string>;
}

/** Uploads to one of the calls of imports. */
export function upload<T>(
  server: TestServer,
  person: Person,
  path: string,
  projectId: string,
  { file, fields }: Sent,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return send(server, person, `/shapefiles/${path}`, file ?? [], fields, {
    projectid: projectId,
    ...headers,
  });
}

/** Uploads a file and waits for its job. */
export function importFile(
  server: TestServer,
  person: Person,
  projectId: string,
  name: string,
  content: Buffer | string,
  fields?: Record<string, string>,
): Promise<Ended<ImportResult>> {
  const path = name.endsWith('.zip') ? 'uploadfile' : 'uploadgeojson';
  return uploadJob(server, person, `/shapefiles/${path}`, projectId, { name, content }, fields);
}
