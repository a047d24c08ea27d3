import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { once } from 'node:events';
import sharp, { type Sharp } from 'sharp';
import { levelsOf, sizeOfPyramid, tileInCrop, type PyramidShape } from '#core/protocol';
import { rowsOfSphere } from './cube.ts';
import { MAX_PIXELS, UnusablePanorama, type SourceShape } from './source-shape.ts';

export interface PyramidTask {
  file: string;
  shape: SourceShape;
  /** Of the job; `pyramid.bin` in it is the outcome. */
  folder: string;
}

export interface MadePyramid {
  shape: PyramidShape;
  /** Where each picture begins in the file, and the end of the last. */
  offsets: number[];
}

export const PACK = 'pyramid.bin';
/** Of the picture that is shown until tiles have arrived, pixels. */
const BASE_WIDTH = 2048;
const QUALITY = 85;
/** Largest faces of a cube, pixels: two pictures of it are in memory. */
const MAX_FACE = 4096;
/** Rows of a cube's sphere made at once. */
const BAND = 128;
/** Shown where a picture has nothing. */
const NOTHING = { r: 128, g: 128, b: 128 };

/** Makes the pyramid with sharp's own tiles, and packs them. Throws UnusablePanorama when the picture is damaged. */
export async function makePyramid(task: PyramidTask, report: (part: number) => void): Promise<MadePyramid> {
  try {
    return await make(task, report);
  } catch (thrown) {
    if (thrown instanceof UnusablePanorama) throw thrown;
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || /no space/i.test(message)) throw new UnusablePanorama('panoramics.disk-full');
    throw new UnusablePanorama('panoramics.damaged', { reason: firstLine(message) });
  }
}

async function make({ file, shape: source, folder }: PyramidTask, report: (part: number) => void) {
  const sphere = source.kind === 'cube' ? await sphereOfCube(file, source, folder) : undefined;
  const equirectangular = sphere?.shape ?? (source as SourceShape & { kind: 'equirectangular' });
  report(0.3);
  const shape = sizeOfPyramid(equirectangular.width, equirectangular.crop);
  const whole = (to: number) => wholeSphere(sphere?.file ?? file, equirectangular, to);
  const tiles = path.join(folder, 'tiles');
  const { tile } = shape;
  await whole(shape.width)
    .jpeg({ quality: QUALITY })
    .tile({ size: tile, overlap: 0, layout: 'dz', container: 'fs', depth: 'onetile' })
    .toFile(`${tiles}.dz`);
  report(0.8);
  const base = await whole(Math.min(BASE_WIDTH, shape.width)).jpeg({ quality: QUALITY }).toBuffer();
  const offsets = await pack(path.join(folder, PACK), shape, base, (level, column, row) =>
    readFile(path.join(`${tiles}_files`, String(level), `${column}_${row}.jpeg`)),
  );
  await rm(`${tiles}_files`, { recursive: true, force: true });
  report(1);
  return { shape, offsets };
}

/** Opens a picture, upright; what is damaged is an error. */
export function opened(file: string): Sharp {
  return sharp(file, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  }).autoOrient();
}

/** Decodes all of a picture in little memory. Throws when it is damaged. */
export async function decodeAll(file: string): Promise<void> {
  await opened(file).resize(64, 32, { fit: 'fill' }).raw().toBuffer();
}

/** The whole sphere, `to` pixels wide, with nothing around what the picture has. Streamed: no picture is held in memory. */
function wholeSphere(
  file: string,
  { width, crop: [left, top, wide, high] }: SourceShape & { kind: 'equirectangular' },
  to: number,
): Sharp {
  const scaled = (pixels: number) => Math.round((pixels * to) / width);
  const [x0, x1, y0, y1] = [scaled(left), scaled(left + wide), scaled(top), scaled(top + high)];
  const picture = opened(file)
    .flatten({ background: NOTHING })
    .toColourspace('srgb')
    .resize(Math.max(1, x1 - x0), Math.max(1, y1 - y0), { fit: 'fill', kernel: 'cubic' });
  const around = { left: x0, right: to - x1, top: y0, bottom: to / 2 - y1 };
  if (Object.values(around).every((pixels) => pixels <= 0)) return picture;
  return picture.extend({ ...around, background: NOTHING });
}

/** An uncompressed equirectangular picture of a cube, made row by row. */
async function sphereOfCube(
  file: string,
  { arrangement, face: stored }: SourceShape & { kind: 'cube' },
  folder: string,
): Promise<{ file: string; shape: SourceShape & { kind: 'equirectangular' } }> {
  const face = Math.min(stored, MAX_FACE);
  const [columns, rows] = arrangement.split('x').map(Number) as [number, number];
  const { data, info } = await opened(file)
    .flatten({ background: NOTHING })
    .toColourspace('srgb')
    .resize(face * columns, face * rows, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new UnusablePanorama('panoramics.unreadable');
  const width = face * 4;
  const sphere = path.join(folder, 'sphere.tif');
  function* bands() {
    for (let row = 0; row < width / 2; row += BAND)
      yield rowsOfSphere(
        { data, width: info.width },
        { arrangement, face },
        width,
        row,
        Math.min(row + BAND, width / 2),
      );
  }
  const writing = sharp({
    raw: { width, height: width / 2, channels: 3 },
    limitInputPixels: MAX_PIXELS,
  }).tiff({ compression: 'none', bigtiff: true });
  Readable.from(bands()).pipe(writing);
  await writing.toFile(sphere);
  return { file: sphere, shape: { kind: 'equirectangular', width, crop: [0, 0, width, width / 2] } };
}

/** One file: few keys in the storage, and a tile is a range of it. */
async function pack(
  file: string,
  shape: PyramidShape,
  base: Buffer,
  read: (level: number, column: number, row: number) => Promise<Buffer>,
): Promise<number[]> {
  const out = createWriteStream(file);
  const offsets = [0];
  const add = async (bytes: Buffer) => {
    offsets.push(offsets.at(-1)! + bytes.length);
    if (!out.write(bytes)) await once(out, 'drain');
  };
  const nothing = Buffer.alloc(0);
  await add(base);
  for (const { cols, rows, level } of levelsOf(shape))
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < cols; column++)
        await add(tileInCrop(shape, { cols }, column, row) ? await read(level, column, row) : nothing);
  out.end();
  await once(out, 'close');
  return offsets;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]!.slice(0, 200);
}
