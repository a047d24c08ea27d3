import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import type { ExportResult } from '#core/protocol';
import { must, type TestPerson, type TestServer } from './server.ts';
import { ended, type Ended } from './upload-job.ts';

export type ExportJob = Ended<ExportResult>;

/** Requests an export and waits for its job. */
export async function exported(
  person: TestPerson,
  projectId: string,
  kind: 'data' | 'document' | 'report' | 'intersections' | 'sheet',
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ExportJob> {
  const answer = await person.send<{ jobId: string }>('POST', `/export/${kind}`, body, {
    projectid: projectId,
    ...headers,
  });
  const { jobId } = must(answer, 202);
  return ended(person, jobId);
}

/** The result of an export that must have succeeded. */
export async function exportedResult(...given: Parameters<typeof exported>): Promise<ExportResult> {
  const job = await exported(...given);
  if (job.state !== 'done') throw new Error(`The export ended as ${job.state}: ${job.error}`);
  return job.result!;
}

export interface Download {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  bytes: Buffer;
}

export async function download(
  server: TestServer,
  person: TestPerson,
  nameZip: string,
  headers: Record<string, string> = {},
): Promise<Download> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/export/download',
    headers: { jwt: person.token, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ nameZip }),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

/** A folder with the files of an export; `remove` it. */
export async function unpacked(
  zip: Buffer,
  { files }: Pick<ExportResult, 'files'>,
): Promise<{ folder: string; remove(): void }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'groma-export-'));
  const remove = () => fs.rmSync(folder, { recursive: true });
  if (files.length === 1) {
    fs.writeFileSync(path.join(folder, files[0]!), zip);
    return { folder, remove };
  }
  const file = await yauzl.fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    const to = path.join(folder, entry.fileName);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, await buffer(await file.openReadStreamPromise(entry)));
  }
  return { folder, remove };
}

/** GDAL, as an independent reader of every format; undefined where it is not installed. */
export const gdal: string | undefined = gdalVersion();

function gdalVersion(): string | undefined {
  try {
    return execFileSync('ogr2ogr', ['--version'], { encoding: 'utf8' });
  } catch {
    process.stderr.write('GDAL (gdal-bin) is not installed here: exported files are not read back by it.\n');
    return undefined;
  }
}

export interface OgrFeature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

/** What GDAL reads of a layer, to 17 digits. */
export function readByGdal(file: string, layer?: string, options: readonly string[] = []): OgrFeature[] {
  const printed = execFileSync(
    'ogr2ogr',
    [
      '-f',
      'GeoJSON',
      '-lco',
      'SIGNIFICANT_FIGURES=17',
      ...options,
      '/vsistdout/',
      file,
      ...(layer ? [layer] : []),
    ],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return (JSON.parse(printed) as { features: OgrFeature[] }).features;
}

/** GDAL's description of a file: layers, geometry types, CRS, fields. */
export function describedByGdal(file: string): string {
  return execFileSync('ogrinfo', ['-so', '-al', file], { encoding: 'utf8' });
}
