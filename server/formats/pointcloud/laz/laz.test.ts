import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLazPerf } from 'laz-perf';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../testing/random.ts';
import { LAS_POINT_SIZES, putPoint, type LasFormat } from '../las-layout.ts';
import { LasWriter } from '../las-writer.ts';
import { emptyPoints, type NodePoints } from '../source.ts';
import { LazEncoder } from './laz-encoder.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'laz-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Points along a noisy path, with returns, sources and times that change now and then, and wild ones between. */
function someMade(count: number, seed: number, wild: number): NodePoints {
  const random = randomFrom(seed);
  const points = emptyPoints(count);
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
    for (let n = 0; n < 3; n++) points.rgb[3 * i + n] = isWild ? any(255) : 90 + any(5);
  }
  return points;
}

function write(name: string, points: NodePoints, format: LasFormat, laz: boolean): Buffer {
  const file = path.join(folder, name);
  const encoder = laz ? new LazEncoder(format as 6 | 7) : undefined;
  const version = format >= 6 ? ('1.4' as const) : ('1.2' as const);
  const options = { version, format, wkt: null, epsg: null, encoder };
  const writer = new LasWriter(file, { ...options, scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] });
  for (let i = 0; i < points.count; i++)
    writer.add(points, i, [
      points.positions[3 * i]!,
      points.positions[3 * i + 1]!,
      points.positions[3 * i + 2]!,
    ]);
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

function expected(points: NodePoints, format: LasFormat): Buffer {
  const stride = LAS_POINT_SIZES[format];
  const bytes = Buffer.alloc(points.count * stride);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = points.positions.subarray(3 * i, 3 * i + 3);
    putPoint(view, i * stride, format, points, i, [x!, y!, z!]);
  }
  return bytes;
}

describe('LAZ', () => {
  it.each<[number, 6 | 7, number, string]>([
    [1, 6, 0, 'one point'],
    [2, 7, 1, 'two points that share nothing'],
    [50_000, 7, 0, 'a whole chunk'],
    [50_001, 6, 0.01, 'a chunk and a point'],
    [130_000, 7, 0.02, 'several chunks'],
    [20_000, 7, 1, 'nothing but noise'],
  ])('of %i points in format %i is read identically by laz-perf: %s, %s', async (count, format, wild) => {
    const points = someMade(count, count, wild);
    const file = write(`${count}-${format}-${wild}.laz`, points, format, true);
    const stride = LAS_POINT_SIZES[format];
    expect((await decompressed(file, stride)).equals(expected(points, format))).toBe(true);
    if (count === 50_000) expect(file.length).toBeLessThan((count * stride) / 3);
  });

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
