import type { ImportResult } from '#core/protocol';
import { upload as send, type MultipartFile } from './sending.ts';
import { uploadJob, type Ended } from './upload-job.ts';
import type { TestResponse, TestPerson, TestServer } from './server.ts';

export interface ImportForm {
  file?: MultipartFile;
  fields?: Record<string, string>;
}

/** Uploads to one of the calls of imports. */
export function upload<T>(
  server: TestServer,
  person: TestPerson,
  path: string,
  projectId: string,
  { file, fields }: ImportForm,
  headers: Record<string, string> = {},
): Promise<TestResponse<T>> {
  return send(server, person, `/shapefiles/${path}`, file ?? [], fields, {
    projectid: projectId,
    ...headers,
  });
}

/** Uploads a file and waits for its job. */
export function importFile(
  server: TestServer,
  person: TestPerson,
  projectId: string,
  name: string,
  content: Buffer | string,
  fields?: Record<string, string>,
): Promise<Ended<ImportResult>> {
  const path = name.endsWith('.zip') ? 'uploadfile' : /json/.test(name) ? 'uploadgeojson' : 'uploadvector';
  return uploadJob(server, person, `/shapefiles/${path}`, projectId, { name, content }, fields);
}
