import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import {
  addFileLayer,
  layerSource,
  MAX_FILE_MEGABYTES,
  MAX_RASTER_MEGABYTES,
  type ExternalLayer,
  type LayerSource,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Handling } from '../../http/context.ts';
import { readMultipart } from '../../http/multipart.ts';
import { parsePart } from '../../http/parse.ts';
import { untilGone } from '../../http/until-gone.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import { layersOf, objectsOf, type GivenFile } from './read-objects.ts';
import { insertLayer, layerOf, requireRight, type LayerRow } from './store.ts';

const MB = 1024 ** 2;
/** Bytes that the files of one person may have together. */
const MAX_OF_PERSON = 2_000 * MB;
/** Files that are read at the same time; further ones wait. */
const MAX_READING = 2;
const MAX_LAYERS = 20;
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

type Given = Handling<typeof addFileLayer>;

const reading: Promise<unknown>[] = Array.from({ length: MAX_READING }, () => Promise.resolve());
let turn = 0;

/** Shows a file as a layer; what is missing to do so is in the answer. */
export async function addFile(handling: Given): Promise<{ added: ExternalLayer[]; asks: Asks | null }> {
  const { request, headers, caller, language, services, reply } = handling;
  await requireProject(services.db, caller, headers.projectid);
  const key = await newKey(services.db, caller);
  const folder = path.join(os.tmpdir(), 'groma-jobs', `${process.pid}-${randomUUID()}`);
  try {
    let fileName: string | undefined;
    const values = await readMultipart(request, {}, async ({ file, filename }) => {
      fileName = plainName(filename);
      await services.storage.write(key, file, mostOf(fileName) * MB);
    });
    const fields = parsePart('body', addFileLayer.body, values, language);
    if (fileName === undefined) throw new HttpError(422, 'import.no-file');
    requireRight(caller, fields.owner);
    if (isTiff(fileName)) return { added: await addRaster(handling, fields, { key, fileName }), asks: null };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await services.storage.localPath(key);
    const given: GivenFile = { fileName, path: file, folder, crs: fields.crs };
    const signal = untilGone(reply);
    const found = await inTurn(() => readLayers(services, given, fields.layers, { language, signal }));
    if ('asks' in found) return { added: [], asks: found.asks };
    const layers: StoredLayer[] = [];
    const before = await countOf(services.db, caller);
    const title = path.parse(fileName).name || 'file';
    const isOneOfSeveral = fields.layers !== undefined;
    for (const [n, { source, file: objects }] of found.read.entries()) {
      const own = await newKey(services.db, caller);
      const bytes = await services.storage.write(own, createReadStream(objects), Infinity);
      // Names of layers in files say little by themselves: "lines", "OGRGeoJSON".
      const name = isOneOfSeveral ? `${title}: ${source.layer}` : title;
      const colour = COLOURS[(before + n) % COLOURS.length]!;
      layers.push({
        name: name.slice(0, 120),
        source: { ...source, colour },
        key: own,
        bytes,
        maxScale: null,
      });
    }
    const added = await insert(handling, fields.owner, layers);
    return { added, asks: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await removeUnless(services, key);
  }
}

/** A layer whose file is stored under a key. */
interface StoredLayer {
  name: string;
  source: LayerSource;
  key: string;
  bytes: number;
  maxScale: number | null;
}

interface Asks {
  crs: boolean;
  layers: { name: string; count: number }[];
}

type Fields = z.output<typeof addFileLayer.body>;
type FileSource = Extract<LayerSource, { kind: 'file' }>;

async function readLayers(
  services: Services,
  given: GivenFile,
  chosen: string | undefined,
  by: { language: Given['language']; signal: AbortSignal },
): Promise<{ asks: Asks } | { read: { source: FileSource; file: string }[] }> {
  const layers = await layersOf(services, given, by.signal);
  if (chosen === undefined && layers.length > 1)
    return { asks: { crs: false, layers: layers.slice(0, 500) } };
  const names = chosen === undefined ? [layers[0]?.name] : namesIn(chosen);
  const read: { source: FileSource; file: string }[] = [];
  for (const [n, layer] of names.entries()) {
    const folder = path.join(given.folder, String(n));
    await mkdir(folder, { mode: 0o700 });
    const objects = await objectsOf(services, { ...given, folder }, layer, by);
    if (!objects) return { asks: { crs: true, layers: [] } };
    const { file, count, readAs, extent } = objects;
    const title = layer?.trim() || path.parse(given.fileName).name;
    const url = `file:${given.fileName}`;
    const source = {
      kind: 'file' as const,
      url,
      layer: title.slice(0, 120),
      readAs,
      count,
      extent,
      colour: '',
    };
    read.push({ source, file });
  }
  return { read };
}

function namesIn(text: string): string[] {
  const list = z.array(z.string().check(z.minLength(1), z.maxLength(500)));
  const { data } = list.check(z.minLength(1), z.maxLength(MAX_LAYERS)).safeParse(json(text));
  if (!data) throw new HttpError(422, 'external-layers.file-layers', { most: MAX_LAYERS });
  return data;
}

async function addRaster(
  handling: Given,
  { owner, raster, maxScale }: Fields,
  { key, fileName }: { key: string; fileName: string },
): Promise<ExternalLayer[]> {
  const { storage } = handling.services;
  const bytes = (await storage.size(key)) ?? 0;
  const head = bytes < 8 ? Buffer.alloc(8) : await bytesOf(storage, key, 0, 3);
  const { data: source } = layerSource.safeParse(json(raster ?? ''));
  const isThere = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(head.toString('latin1'));
  if (!isThere || source?.kind !== 'geotiff')
    throw new HttpError(422, 'external-layers.file-no-tiff', { name: fileName });
  const scale = Number(maxScale);
  return insert(handling, owner, [
    {
      name: path.parse(fileName).name.slice(0, 120) || 'GeoTIFF',
      source: { ...source, url: `file:${fileName}` },
      key,
      bytes,
      maxScale: scale >= 1 && scale <= 1e9 ? scale : null,
    },
  ]);
}

/** Adds all or none. */
async function insert(
  { services, caller, headers }: Given,
  owner: Fields['owner'],
  layers: readonly StoredLayer[],
): Promise<ExternalLayer[]> {
  const bytes = layers.reduce((sum, layer) => sum + layer.bytes, 0);
  const rows = await services.db.transaction(async (tx) => {
    // Their files are counted and added one after the other.
    await tx.query('select 1 from users where id = $1 for update', [caller.userId]);
    const [sum] = await tx.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::float8 as bytes from layer_files where user_id = $1',
      [caller.userId],
    );
    if (sum!.bytes + bytes > MAX_OF_PERSON)
      throw new HttpError(422, 'external-layers.files-full', { megabytes: MAX_OF_PERSON / MB });
    const added: LayerRow[] = [];
    for (const { key, bytes: size, ...layer } of layers) {
      const whose = { owner, projectId: headers.projectid };
      const row = await insertLayer(tx, caller, {
        ...whose,
        ...layer,
        attribution: '',
        minScale: null,
        sealed: null,
      });
      await tx.query('update layer_files set layer_id = $2, bytes = $3 where key = $1', [key, row.id, size]);
      added.push(row);
    }
    return added;
  });
  return rows.map((row) => layerOf(caller, row, true));
}

/** How many layers of files a person has added, so that the next looks different. */
async function countOf(db: Queries, { userId }: Caller): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from layer_files where user_id = $1 and layer_id is not null',
    [userId],
  );
  return row!.count;
}

/** Remembered before anything is stored under it, so that nothing stays that no layer has. */
async function newKey(db: Queries, { userId }: Caller): Promise<string> {
  const key = `layer-files/${randomUUID()}`;
  await db.query('insert into layer_files (key, user_id) values ($1, $2)', [key, userId]);
  return key;
}

async function removeUnless({ db, storage }: Services, key: string): Promise<void> {
  const [free] = await db.query('select 1 from layer_files where key = $1 and layer_id is null', [key]);
  if (!free) return;
  await storage.remove(key).catch(() => {});
  await db.query('delete from layer_files where key = $1', [key]);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const place = turn++ % MAX_READING;
  const mine = reading[place]!.then(work, work);
  reading[place] = mine.catch(() => {});
  return mine;
}

function plainName(name: string | undefined): string {
  const leaf = (name ?? '')
    .split(/[\\/]/)
    .pop()!
    .replace(/[\p{Control}\p{Surrogate}]/gu, '')
    .trim();
  return leaf.slice(-120) || 'file';
}

function isTiff(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

function mostOf(name: string): number {
  return isTiff(name) ? MAX_RASTER_MEGABYTES : MAX_FILE_MEGABYTES;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
