import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLazPerf } from 'laz-perf';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../testing/random.ts';
import { LAS_POINT_SIZES, putPoint, type LasFormat } from '../las-layout.ts';
import { LasWriter } from '../las-writer.ts';
import { parseExtraDimensions } from '../extra-dimensions.ts';
import { emptyPoints, emptyRest, type NodePoints } from '../source.ts';
import { openLas } from '../las/las-source.ts';
import { strideOf } from '../points.ts';
import { LazEncoder } from './laz-encoder.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'laz-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Points along a noisy path, with returns, sources and times that change now and then, and wild ones between. */
function someMade(count: number, seed: number, wild: number, extra = 0): NodePoints {
  const random = randomFrom(seed);
  const points = emptyPoints(count);
  const rest = (points.rest = emptyRest(count, extra));
  const any = (most: number) => Math.floor(random() * (most + 1));
  let time = 300_000_000;
  for (let i = 0; i < count; i++) {
    const isWild = random() < wild;
    for (let axis = 0; axis < 3; axis++)
      points.positions[3 * i + axis] = isWild
        ? any(2 ** 32 - 1) - 2 ** 31
        : (i === 0 ? 0 : points.positions[3 * i - 3 + axis]!) + any(200) - 100;
    points.intensity[i] = isWild ? any(65_535) : 100 + any(3);
    points.classification[i] = isWild ? any(255) : 2;
    points.numberOfReturns[i] = isWild ? any(15) : 1 + any(3);
    points.returnNumber[i] = isWild ? any(15) : 1 + any(points.numberOfReturns[i]! - 1);
    points.pointSourceId[i] = isWild ? any(65_535) : 7;
    if (random() < 0.6) time += isWild ? random() * 1e9 - 5e8 : 1e-5;
    points.gpsTime[i] = isWild && random() < 0.1 ? -1 / random() : time;
    for (let n = 0; n < 3; n++) rest.colour[3 * i + n] = isWild ? any(65_535) : 9000 + any(500);
    rest.scanAngle[i] = isWild ? any(60_000) - 30_000 : i % 7 === 0 ? 0 : 100;
    rest.userData[i] = isWild ? any(255) : 3;
    // The channel of the scanner is among them.
    rest.flags[i] = isWild ? any(255) : any(20) === 0 ? 0x50 : 0x40;
    rest.nir[i] = isWild ? any(65_535) : 700 + any(3);
    for (let n = 0; n < extra; n++) rest.extra[i * extra + n] = isWild ? any(255) : n;
  }
  return points;
}

function write(name: string, points: NodePoints, format: LasFormat, laz: boolean, extra = 0): Buffer {
  const file = path.join(folder, name);
  const encoder = laz ? new LazEncoder(format as 6 | 7 | 8, extra) : undefined;
  const version = format >= 6 ? ('1.4' as const) : ('1.2' as const);
  const extras = parseExtraDimensions(undefined, extra);
  const options = { version, format, wkt: null, epsg: null, encoder, extras };
  const writer = new LasWriter(file, { ...options, scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] });
  for (let i = 0; i < points.count; i++)
    writer.add(
      points,
      i,
      [points.positions[3 * i]!, points.positions[3 * i + 1]!, points.positions[3 * i + 2]!],
      points.rest!.extra.subarray(i * extra, (i + 1) * extra),
    );
  writer.close();
  return readFileSync(file);
}

/** The points of a LAZ file, decompressed by laz-perf. */
async function decompressed(file: Buffer, stride: number): Promise<Buffer> {
  const lazPerf = await createLazPerf();
  const at = lazPerf._malloc(file.length);
  const to = lazPerf._malloc(stride);
  lazPerf.HEAPU8.set(file, at);
  const reader = new lazPerf.LASZip();
  reader.open(at, file.length);
  const count = reader.getCount();
  const points = Buffer.alloc(count * stride);
  for (let i = 0; i < count; i++) {
    reader.getPoint(to);
    points.set(lazPerf.HEAPU8.subarray(to, to + stride), i * stride);
  }
  reader.delete();
  return points;
}

function expected(points: NodePoints, format: LasFormat, extra = 0): Buffer {
  const stride = LAS_POINT_SIZES[format] + extra;
  const bytes = Buffer.alloc(points.count * stride);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = points.positions.subarray(3 * i, 3 * i + 3);
    putPoint(view, i * stride, format, points, i, [x!, y!, z!]);
    bytes.set(points.rest!.extra.subarray(i * extra, (i + 1) * extra), (i + 1) * stride - extra);
  }
  return bytes;
}

async function wordsOf(name: string): Promise<number[]> {
  const source = await openLas(path.join(folder, name));
  let sum = [0, 0, 0];
  let at = 0;
  for (const { words, count } of source.blocks())
    for (let i = 0; i < count * strideOf(source); i++, at++)
      sum = [(sum[0]! + words[i]!) | 0, (sum[1]! ^ Math.imul(words[i]!, at + 1)) | 0, at];
  source.close();
  return sum;
}

describe('LAZ', () => {
  it.each<[number, 6 | 7 | 8, number, number, string]>([
    [1, 6, 0, 0, 'one point'],
    [2, 7, 1, 2, 'two points that share nothing'],
    [50_000, 7, 0, 0, 'a whole chunk'],
    [50_001, 6, 0.01, 3, 'a chunk and a point'],
    [130_000, 8, 0.02, 0, 'several chunks'],
    [20_000, 8, 1, 13, 'nothing but noise'],
  ])(
    'of %i points in format %i is read identically by two readers: %s, %i extra bytes, %s',
    async (count, format, wild, extra) => {
      const points = someMade(count, count, wild, extra);
      const name = `${count}-${format}-${wild}.laz`;
      const file = write(name, points, format, true, extra);
      const stride = LAS_POINT_SIZES[format] + extra;
      const records = expected(points, format, extra);
      expect((await decompressed(file, stride)).equals(records)).toBe(true);
      if (count === 50_000) expect(file.length).toBeLessThan((count * stride) / 3);
      // The reader of the server, on another decoder, has all of it in its words.
      const plain = write(`${name}.las`, points, format, false, extra);
      expect(plain.subarray(plain.readUInt32LE(96)).equals(records)).toBe(true);
      expect(await wordsOf(name)).toEqual(await wordsOf(`${name}.las`));
    },
  );

  it.each([0, 1, 2, 3, 6, 7] as const)(
    'is not needed: LAS of format %i holds the points as they are',
    (format) => {
      const points = someMade(1000, 3, 0.1);
      const file = write(`${format}.las`, points, format, false);
      const at = file.readUInt32LE(96);
      expect(file.subarray(at).equals(expected(points, format))).toBe(true);
      expect(file.readUInt16LE(105)).toBe(LAS_POINT_SIZES[format]);
    },
  );
});
