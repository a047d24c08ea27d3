import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { IMPORT_FORMATS, MAX_FILE_OBJECTS, type Language } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { problemOf } from '../../base/problem-sentences.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import type { Services } from '../../platform/services/services.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { formatOf } from '../imports/readers/format-of.ts';
import { readInThread } from '../imports/read-in-thread.ts';
import { OBJECTS_FILE, type FileReading, type ReadingTask } from '../imports/reading/task.ts';

/** Milliseconds that reading one layer may take. */
const TIME = 60_000;
/** Bytes of the objects as GeoJSON: browsers draw them at once. */
const MAX_BYTES = 40 * 1024 ** 2;
const ENDINGS: readonly string[] = Object.values(IMPORT_FORMATS).flat();
const PLACE = ',"location":';

export interface GivenFile {
  readonly fileName: string;
  readonly path: string;
  /** To unpack and write into. */
  readonly folder: string;
  readonly crs: string | undefined;
}

export interface ReadObjects {
  /** Compressed GeoJSON. */
  readonly file: string;
  readonly bytes: number;
  readonly count: number;
  readonly readAs: string;
  readonly extent: [number, number, number, number];
}

/** The layers of a file that have objects. Throws 422 for one that cannot be read. */
export async function layersOf(
  services: Services,
  given: GivenFile,
  signal: AbortSignal,
): Promise<readonly { name: string; count: number }[]> {
  if (!ENDINGS.some((ending) => given.fileName.toLowerCase().endsWith(ending)))
    throw new HttpError(422, 'external-layers.file-format', { name: given.fileName });
  const { layers } = await read(services, given, { mode: 'headers' }, signal);
  return layers.filter(({ count }) => count !== 0).map(({ name, count }) => ({ name, count }));
}

/**
 * The objects of a layer as GeoJSON in longitude and latitude; undefined where the file does not name its reference system.
 * Throws 422 for what cannot be shown.
 */
export async function objectsOf(
  services: Services,
  given: GivenFile,
  layer: string | undefined,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ReadObjects | undefined> {
  const name = given.fileName;
  const reading = await read(services, given, { mode: 'objects', layer }, signal);
  if (reading.crs === null && reading.drawn) return undefined;
  if (reading.ready === 0 || reading.extent === null) {
    const [found] = reading.findings;
    const reason = found ? problemOf(found, language).message : '';
    throw new HttpError(422, 'external-layers.file-nothing', { name, reason });
  }
  const text = path.join(given.folder, OBJECTS_FILE);
  const { size } = await stat(text);
  if (reading.ready > MAX_FILE_OBJECTS || size > MAX_BYTES)
    throw new HttpError(422, 'external-layers.file-large', {
      name,
      count: reading.ready,
      megabytes: Math.ceil(size / 1024 ** 2),
      most: MAX_FILE_OBJECTS,
      mostMegabytes: MAX_BYTES / 1024 ** 2,
    });
  const file = path.join(given.folder, 'objects.geojson.gz');
  await pipeline(Readable.from(asGeojson(text)), createGzip(), createWriteStream(file, { mode: 0o600 }), {
    signal,
  });
  const { size: bytes } = await stat(file);
  return { file, bytes, count: reading.ready, readAs: reading.crs ?? '', extent: reading.extent };
}

async function read(
  services: Services,
  { fileName, path: file, folder, crs }: GivenFile,
  more: Pick<ReadingTask, 'mode' | 'layer'>,
  signal: AbortSignal,
): Promise<FileReading> {
  const name = path.parse(fileName).name.slice(0, 120) || 'file';
  const grids = await gridFiles(services);
  const time = AbortSignal.timeout(TIME);
  try {
    return await readInThread(
      { format: formatOf(fileName), file, folder, name, crs, grids, ...more },
      AbortSignal.any([signal, time]),
    );
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw new HttpError(422, thrown.key, thrown.values);
    if (time.aborted) throw new HttpError(422, 'external-layers.file-slow', { name: fileName });
    throw thrown;
  }
}

/** Each line of the file is an object whose last two members are its place and its attributes. */
async function* asGeojson(file: string): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '';
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const at = line.indexOf(PLACE);
    if (at < 0) continue;
    yield `${separator}{"type":"Feature","geometry":${line.slice(at + PLACE.length)}`;
    separator = ',\n';
  }
  yield ']}';
}
