import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  DEFAULT_FORMAT,
  type BodyOf,
  type Field,
  type ImportProblem,
  type Language,
  type ReprojectionResult,
  type reprojectFile,
} from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { problemOf } from '../../base/problem-sentences.ts';
import { fileName } from '../../formats/names.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { JobServices } from '../../platform/services/services.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { IN_WGS84, targetCrs } from '../export/content/crs.ts';
import { writeInThread } from '../export/write-in-thread.ts';
import { readInThread } from '../imports/read-in-thread.ts';
import { clean } from '../imports/reading/properties.ts';
import { OBJECTS_FILE, type FileReading, type Format } from '../imports/reading/task.ts';
import { operationsBetween, outsideOf } from './operations.ts';

/** The queued request. */
export type ReprojectionInput = Omit<BodyOf<typeof reprojectFile>, 'format'> & {
  language: Language;
  at: string;
  /** Of the upload, and of the result. */
  readAs: Format;
  writeAs: BodyOf<typeof reprojectFile>['format'];
  /** Storage key of the upload, and its original name. */
  upload: string;
  fileName: string;
};

const WGS84 = 'EPSG:4326';
const MINUTE = 60_000;
const RETENTION_HOURS = 24;
const MAX_BYTES = 8 * 1024 ** 3;
/** Shares of the progress. */
const READ_PART = 0.5;
const STORE_FROM = 0.96;

/** Storage key of the file that a job has written. */
export const keyOf = (jobId: string): string => `reprojections/${jobId}`;

/** Converts an upload to another reference system and format. Its file is kept for a day. */
export const reprojectionKind: JobKind = {
  timeLimit: 30 * MINUTE,
  run: (work) => run(work, work.input as ReprojectionInput),
  tidy: removeOld,
};

async function run(work: Work, input: ReprojectionInput): Promise<ReprojectionResult> {
  const { services, folder, signal, language } = work;
  const report = (key: string) => (part: number) => work.progress(part, sentence(language, key));
  if (!(await targetCrs(input.to))) throw new JobFailure('export.crs-unknown', { crs: input.to });
  const name = path.parse(input.fileName).name.slice(0, 120) || 'points';
  const file = await services.storage.localPath(input.upload).catch(() => {
    throw new JobFailure('import.upload-gone');
  });
  const grids = await gridFiles(services);
  const { readAs: format, layer, encoding, crs } = input;
  const reading = await readInThread(
    { format, mode: 'objects', file, folder, name, layer, encoding, crs, grids },
    signal,
    { progress: (part) => report('jobs.reading')(part * READ_PART) },
  );
  if (reading.crs === null && reading.drawn) throw new JobFailure('reprojection.crs-needed');
  if (reading.ready === 0) {
    const [first] = reading.findings;
    if (!first) throw new JobFailure('reprojection.empty');
    const { message: problem } = problemOf(first, language);
    throw new JobFailure('reprojection.nothing', { layer: clean(reading.layer) as string, problem });
  }
  const written = await writeInThread(
    {
      kind: 'data',
      language,
      folder,
      project: name,
      organization: '',
      author: '',
      at: input.at,
      crs: input.to,
      format: DEFAULT_FORMAT,
      grids,
      types: [typeOf(reading, name, path.join(folder, OBJECTS_FILE))],
      formats: [input.writeAs],
      csvGeometry: 'wkt',
      drawingScale: undefined,
      photos: [],
      attachments: [],
      elements: [],
    },
    signal,
    (part) => report('export.writing')(READ_PART + (STORE_FROM - READ_PART) * part),
  );
  report('export.storing')(STORE_FROM);
  const from = reading.crs ?? input.to;
  const target = IN_WGS84.has(input.writeAs) ? WGS84 : input.to;
  const notes = [...written.notes];
  for (const crs of await outsideOf([from, target], reading.extent))
    notes.unshift(sentence(language, 'reprojection.outside', { crs }));
  if (target !== input.to)
    notes.unshift(sentence(language, 'reprojection.always-wgs84', { format: input.writeAs, crs: input.to }));
  const { size } = await stat(written.file);
  await services.storage.write(keyOf(work.id), createReadStream(written.file), MAX_BYTES);
  await services.storage.remove(input.upload).catch(() => {});
  const code = target.replace(':', '-').toLowerCase();
  return {
    name: `${fileName(name, 'points', 60)}-${code}${path.extname(written.file).toLowerCase()}`,
    size,
    count: written.count,
    from,
    to: target,
    ...(await operationsBetween(from, target, reading.extent)),
    layer: clean(reading.layer) as string,
    layers: clean(reading.layers.map((each) => each.name)) as string[],
    notes,
    problems: clean(reading.findings.map((finding) => problemOf(finding, language))) as ImportProblem[],
    problemCount: reading.findingCount,
  };
}

function typeOf(reading: FileReading, name: string, file: string) {
  const typeName = (clean(reading.layer) as string).trim() || name;
  const fields = clean(reading.fields) as Field[];
  return { typeName, file, count: reading.ready, title: undefined, fields, style: undefined };
}

/** Removes files that were kept for a day, and uploads of jobs that failed. Each is removed once. */
async function removeOld({ db, storage }: JobServices): Promise<void> {
  const rows = await db.query<{ id: string; upload: string }>(
    `select j.id, j.input->>'upload' as upload from jobs j where j.kind = 'reproject'
       and j.created_at < now() - make_interval(hours => $1) and j.input->>'upload' is not null`,
    [RETENTION_HOURS],
  );
  const removed: string[] = [];
  for (const { id, upload } of rows)
    await Promise.all([storage.remove(upload), storage.remove(keyOf(id))]).then(
      () => removed.push(id),
      // The storage does not respond: tried again the next time.
      () => {},
    );
  await db.query(`update jobs set input = input - 'upload' where id = any($1::uuid[])`, [removed]);
}
