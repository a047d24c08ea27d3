import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Unusable } from '../../base/unusable.ts';
import type { WrittenOctree } from '../../formats/pointcloud/octree/write-octree.ts';
import { CopcSource } from '../../formats/pointcloud/copc-source.ts';
import { UnreadableCloud, type Vector3 } from '../../formats/pointcloud/source.ts';
import { openLas } from '../../formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../formats/pointcloud/octree/write-octree.ts';
import { smallCopc } from '../../testing/copc.ts';
import { pointsAt } from '../../testing/points.ts';
import { smallLas } from '../../testing/las.ts';
import { readOctree } from '../../testing/read-octree.ts';
import { convertCloud } from './convert.ts';

const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/las');
const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
// The decoder reports damaged chunks there.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const out = path.join(folder, 'octree');
const file = path.join(folder, 'cloud');

async function converted(content: Buffer): Promise<WrittenOctree> {
  rmSync(out, { recursive: true, force: true });
  const own = mkdtempSync(path.join(folder, 'own-'));
  writeFileSync(file, content);
  const frame = { crs: null, unit: 1, fileUnit: 1, heightUnit: 1, degrees: null };
  const task = {
    file,
    folder: own,
    format: 'las' as const,
    frame,
    columns: null,
    grids: { offers: [], files: {} },
  };
  try {
    return await convertCloud(task, () => {});
  } finally {
    expect(readdirSync(own).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    rmSync(own, { recursive: true });
  }
}

/** Points of a LAS file by their integers, sorted. */
function integersOf(las: Buffer): string[] {
  const [start, size, count] = [las.readUInt32LE(96), las.readUInt16LE(105), las.readUInt32LE(107)];
  return Array.from({ length: count }, (_, i) =>
    [0, 4, 8].map((axis) => las.readInt32LE(start + i * size + axis)).join(),
  ).sort();
}

async function octreeOf(content: Buffer, inMemory?: number): Promise<ReturnType<typeof readOctree>> {
  writeFileSync(file, content);
  const own = mkdtempSync(path.join(folder, 'own-'));
  const source = await openLas(file);
  writeOctree(source, { folder: own, projection: '', inMemory });
  source.close();
  return readOctree(own);
}

/** Points in a box of a million units, with many of them near one corner. */
function randomLas(points: number): Buffer {
  const las = smallLas({ points });
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let i = 0; i < points; i++)
    for (const axis of [0, 4, 8])
      las.writeInt32LE(Math.floor(random() ** 3 * 1_000_000), 227 + i * 20 + axis);
  for (const axis of [0, 1, 2]) las.writeDoubleLE(1000, 179 + axis * 16);
  return las;
}

describe('an octree', () => {
  it.each([
    ['in memory', undefined],
    ['sorted on disk', 20_000],
  ])('of points %s has each of them once', async (_, inMemory) => {
    const las = randomLas(60_000);
    const { metadata, points } = await octreeOf(las, inMemory);
    expect(metadata.points).toBe(60_000);
    expect(points.map(({ position }) => position.join()).sort()).toEqual(integersOf(las));
  });

  it('has the points that lie outside of the bounds that the header states', async () => {
    const las = randomLas(60_000);
    for (const axis of [0, 1, 2]) las.writeDoubleLE(10, 179 + axis * 16);
    const { points } = await octreeOf(las, 20_000);
    expect(points.map(({ position }) => position.join()).sort()).toEqual(integersOf(las));
  });

  it('of the same points many times over has all of them', async () => {
    const las = smallLas({ points: 30_000 });
    for (let i = 0; i < 30_000; i++) for (const axis of [0, 4, 8]) las.writeInt32LE(5, 227 + i * 20 + axis);
    const { points } = await octreeOf(las);
    expect(points).toHaveLength(30_000);
    await expect(octreeOf(las, 10_000)).rejects.toThrow('pointcloud.one-place');
  });

  it.skipIf(!existsSync(REAL))('of a LAZ has the points of the LAS it was made from', async () => {
    const las = readFileSync(path.join(REAL, 'autzen_trim.las'));
    const { points } = await octreeOf(readFileSync(path.join(REAL, 'autzen_trim.laz')));
    expect(points.map(({ position }) => position.join()).sort()).toEqual(integersOf(las));
    expect(points.every(({ rgb }) => rgb.every((value) => value <= 255))).toBe(true);
  });
});

describe.skipIf(!existsSync(REAL))('a damaged file', () => {
  const names = existsSync(REAL) ? readdirSync(REAL).filter((name) => /\.la[sz]$/.test(name)) : [];

  it.each(names)(
    '%s, cut anywhere, is refused with a sentence',
    async (name) => {
      const whole = readFileSync(path.join(REAL, name));
      const headers = [0, 4, 100, 226, 227, 374, 375, 600];
      const places = [
        ...headers,
        ...Array.from({ length: 12 }, (_, i) => Math.floor((whole.length * (i + 1)) / 13)),
      ];
      for (const length of [...places, whole.length - 1]) {
        const thrown = await converted(whole.subarray(0, length)).catch((failure: unknown) => failure);
        // The last bytes may be of records after the points, or padding.
        if (length < whole.length * 0.99) expect(thrown, String(length)).toBeInstanceOf(Unusable);
      }
    },
    120_000,
  );

  it.each(names)(
    '%s, with changed bits, is refused with a sentence or read',
    async (name) => {
      const whole = readFileSync(path.join(REAL, name));
      let seed = 11;
      for (let i = 0; i < 20; i++) {
        const changed = Buffer.from(whole);
        seed = (seed * 48_271) % 2_147_483_647;
        // Every other change is in the header or the records after it.
        const at = seed % (i % 2 ? whole.length : Math.min(1500, whole.length));
        changed[at] = changed[at]! ^ (1 << (seed % 8));
        await converted(changed).catch((failure: unknown) =>
          expect(failure, `byte ${at}`).toBeInstanceOf(Unusable),
        );
      }
      expect((await converted(whole)).points).toBeGreaterThan(0);
    },
    240_000,
  );

  it.each<[string, (file: Buffer) => void]>([
    ['2⁶⁴ points', (head) => head.writeBigUInt64LE(2n ** 64n - 1n, 247)],
    ['a million million points', (head) => head.writeBigUInt64LE(10n ** 12n, 247)],
    ['a scale that is no number', (head) => head.writeDoubleLE(NaN, 131)],
    ['an offset that is no number', (head) => head.writeDoubleLE(NaN, 155)],
    ['records that reach beyond the end', (head) => head.writeUInt16LE(65_535, 375 + 20)],
    ['a table of chunks within the points', (head) => head.writeBigInt64LE(3000n, head.readUInt32LE(96))],
    ['points that begin beyond the end', (head) => head.writeUInt32LE(4_000_000_000, 96)],
  ])('with %s is refused with a sentence', async (_, change) => {
    const laz = readFileSync(path.join(REAL, 'ellipsoid.copc.laz'));
    change(laz);
    await expect(converted(laz)).rejects.toBeInstanceOf(Unusable);
  });
});

describe('a damaged COPC, which is drawn and measured as it is,', () => {
  const places = Array.from({ length: 3000 }, (_, i): Vector3 => [i % 60, Math.floor(i / 60), i % 7]);
  const scale: Vector3 = [0.001, 0.001, 0.001];
  const sound = smallCopc(pointsAt(places, scale, [0, 0, 0]), scale, [0, 0, 0]);
  // Entries of 32 bytes at the end: level and place, start, bytes, points.
  const entry = (file: Buffer, n: number) => file.subarray(file.length - 32 * (n + 1), file.length - 32 * n);

  /** Reads all of it; returns its points. */
  async function read(file: Buffer): Promise<number> {
    const source = await CopcSource.open(async (start, end) => file.subarray(start, end + 1), file.length);
    const root = await source.root();
    const nodes = root ? [root] : [];
    let points = 0;
    for (const node of nodes) {
      expect(nodes.length).toBeLessThan(10_000);
      points += (await source.load(node)).count;
      nodes.push(...(await source.children(node)));
    }
    return points;
  }

  it('is read whole, when it is sound', async () => {
    expect(await read(sound)).toBe(3000);
  });

  it.each<[string, (file: Buffer) => void]>([
    ['two nodes on the same points', (file) => entry(file, 1).copy(entry(file, 0), 16, 16)],
    ['a node that claims 2³¹ points', (file) => entry(file, 0).writeInt32LE(2 ** 31 - 1, 28)],
    [
      'a node that claims ten million points in a few bytes',
      (file) => entry(file, 0).writeInt32LE(10_000_000, 28),
    ],
    ['a node that begins beyond the end', (file) => entry(file, 0).writeBigUInt64LE(2n ** 40n, 16)],
    ['a page of its hierarchy of 2⁶³ bytes', (file) => file.writeBigUInt64LE(2n ** 63n, 375 + 54 + 48)],
    ['a cube that is no number', (file) => file.writeDoubleLE(NaN, 375 + 54)],
    ['a scale that is no number', (file) => file.writeDoubleLE(NaN, 131)],
  ])('with %s is refused', async (_, change) => {
    const file = Buffer.from(sound);
    change(file);
    await expect(read(file)).rejects.toBeInstanceOf(UnreadableCloud);
  });

  it('cut anywhere, or with changed bits, is refused or read, and never waited for', async () => {
    for (let part = 0; part < 40; part++) {
      const cut = sound.subarray(0, Math.floor((sound.length * part) / 40));
      await expect(read(cut), String(cut.length)).rejects.toBeInstanceOf(UnreadableCloud);
    }
    let seed = 5;
    for (let n = 0; n < 60; n++) {
      const file = Buffer.from(sound);
      seed = (seed * 48_271) % 2_147_483_647;
      // Every other change is in the header, or in the hierarchy.
      const at = n % 2 === 0 ? seed % file.length : n % 4 === 1 ? seed % 700 : file.length - 1 - (seed % 288);
      file[at] = file[at]! ^ (1 << (seed % 8));
      await read(file).catch((failure: unknown) =>
        expect(failure, `byte ${at}`).toBeInstanceOf(UnreadableCloud),
      );
    }
  });
});
