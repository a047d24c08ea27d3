/** Rows of what is asked of the points of a cloud of 20 million: a profile, an export, other classes. */
import { createLazPerf } from 'laz-perf';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CloudFrameReader, type CloudSelection } from '#core/protocol';
import { classify } from '../../../server/api/pointcloud/points/classify.ts';
import { Cloud } from '../../../server/api/pointcloud/points/cloud.ts';
import { writeCloudFile } from '../../../server/api/pointcloud/points/file.ts';
import { answerQuery } from '../../../server/api/pointcloud/points/query.ts';
import type { CloudPlace } from '../../../server/api/pointcloud/points/task.ts';
import { Walk } from '../../../server/api/pointcloud/points/walk.ts';
import { regionOf } from '../../../server/formats/pointcloud/region.ts';
import { FolderStorage } from '../../../server/platform/storage/folder.ts';
import { placeOf } from '../../../server/testing/small-cloud.ts';
import { atMost, within, type ReportRow } from '../report.ts';

/** A profile is 20 times as fast as brute force, and begins after 300 ms. */
const PROFILE = 0.05;
const FIRST_POINTS = 300;
/** A million points a second. */
const EXPORTED = 1;
const RECLASSIFIED = 2;
const ENDLESS = { seconds: Infinity, points: Infinity };
/** Of the cloud that `memory.ts` makes: 2 km by 2 km, 5 points a square metre. */
const CORRIDOR = {
  kind: 'corridor' as const,
  line: [[300, 400], [1100, 1000]] as [number, number][], // prettier-ignore
  width: 2,
};

/** `folder`: the storage with the octree of the cloud, `octree`: its key. */
export async function onPoints(folder: string, octree: string): Promise<ReportRow[]> {
  const storage = await FolderStorage.open(folder);
  const place = placeOf('bench', octree);
  return [
    ...(await profile(storage, place)),
    await exported(storage, place, folder),
    await reclassified(storage, place),
  ];
}

async function profile(storage: FolderStorage, place: CloudPlace): Promise<ReportRow[]> {
  const frames = new CloudFrameReader();
  let [first, found] = [NaN, 0];
  const start = performance.now();
  const query = { inside: [CORRIDOR], answer: 'binary' as const, attributes: [], limit: 20_000_000 };
  await answerQuery(await Cloud.open(storage, place), query, async (bytes) => {
    for (const frame of frames.read(bytes)) {
      if (frame.kind !== 'points') continue;
      if (Number.isNaN(first)) first = performance.now() - start;
      found += frame.points.count;
    }
  });
  const ours = performance.now() - start;
  const cloud = await Cloud.open(storage, place);
  const { scale, offset } = cloud.source;
  const region = regionOf(CORRIDOR);
  const before = performance.now();
  let expected = 0;
  for await (const { points } of new Walk(cloud, {}, ENDLESS).selected())
    for (let i = 0, p = 0; i < points.count; i++, p += 3) {
      const x = points.positions[p]! * scale[0] + offset[0];
      const y = points.positions[p + 1]! * scale[1] + offset[1];
      if (region.has(x, y, points.positions[p + 2]! * scale[2] + offset[2])) expected++;
    }
  const peer = performance.now() - before;
  if (found !== expected) throw new Error(`The profile has ${found} points, brute force finds ${expected}.`);
  return [
    atMost(PROFILE, {
      what: `profile of 1 km by 2 m, ${found} of 20 million points`,
      ours,
      peer,
      against: 'a test of every point',
      unit: 'ms',
    }),
    within(FIRST_POINTS, { what: 'until its first points', ours: first, unit: 'ms' }),
  ];
}

async function exported(storage: FolderStorage, place: CloudPlace, folder: string): Promise<ReportRow> {
  const file = path.join(folder, 'clip.laz');
  const selection: CloudSelection = { inside: [{ kind: 'box', min: [0, 0, -1e6], max: [700, 700, 1e6] }] };
  const options = {
    path: file,
    format: 'laz' as const,
    version: '1.4' as const,
    limit: 1e9,
    wkt: null,
    epsg: null,
  };
  const cloud = await Cloud.open(storage, place);
  const start = performance.now();
  const { points } = await writeCloudFile([cloud], selection, options);
  const ours = ((performance.now() - start) * 1000) / points;
  const stored = new Sum();
  for await (const { points: some, chosen } of new Walk(cloud, selection, ENDLESS).selected())
    for (const i of chosen)
      stored.add(some.positions[3 * i]!, some.positions[3 * i + 1]!, some.positions[3 * i + 2]!);
  const { sum, time } = await decoded(file);
  rmSync(file);
  if (!sum.is(stored) || sum.points !== points)
    throw new Error(`The file has ${sum.points} points, the clip ${stored.points}, or they are elsewhere.`);
  return {
    ...within(EXPORTED, { what: `clip of ${points} points to LAZ, a point`, ours, unit: 'µs' }),
    peer: (time * 1000) / points,
    against: 'laz-perf reading it, with the same integers',
  };
}

/** Of the integers of points, in any order. */
class Sum {
  points = 0;
  readonly #sums = new Uint32Array(2);

  add(x: number, y: number, z: number): void {
    const mixed = Math.imul(Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ z, 83_492_791);
    this.points++;
    this.#sums[0]! += mixed;
    this.#sums[1]! += Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  }

  is(other: Sum): boolean {
    return this.points === other.points && String(this.#sums) === String(other.#sums);
  }
}

/** All points of a LAZ, and the milliseconds of decoding them. */
async function decoded(file: string): Promise<{ sum: Sum; time: number }> {
  const laz = await createLazPerf();
  const bytes = readFileSync(file);
  const at = laz._malloc(bytes.length);
  laz.HEAPU8.set(bytes, at);
  const reader = new laz.LASZip();
  const start = performance.now();
  reader.open(at, bytes.length);
  const size = reader.getPointLength();
  const all = laz._malloc(reader.getCount() * size);
  for (let i = 0; i < reader.getCount(); i++) reader.getPoint(all + i * size);
  const time = performance.now() - start;
  const view = new DataView(laz.HEAPU8.buffer, all);
  const sum = new Sum();
  for (let i = 0, byte = 0; i < reader.getCount(); i++, byte += size)
    sum.add(view.getInt32(byte, true), view.getInt32(byte + 4, true), view.getInt32(byte + 8, true));
  reader.delete();
  laz._free(all);
  laz._free(at);
  return { sum, time };
}

async function reclassified(storage: FolderStorage, place: CloudPlace): Promise<ReportRow> {
  // 100 m of 2 km: a million points.
  const slab = { kind: 'corridor' as const, line: [[0, 1000], [2000, 1000]] as [number, number][], width: 100 }; // prettier-ignore
  const key = 'clouds/bench/classes/1.bin';
  const work = {
    kind: 'classify' as const,
    cloud: place,
    selection: { inside: [slab] },
    to: 6,
    version: 1,
    key,
  };
  const before = await classesOf(storage, place);
  const start = performance.now();
  const { points } = await classify(await Cloud.open(storage, place), storage, work);
  const ours = (performance.now() - start) / 1000;
  const after = await classesOf(storage, { ...place, edits: 1, state: key });
  if (after.get(6) !== points)
    throw new Error(`${points} points were changed, ${after.get(6)} have the class.`);
  // Undone: the state of the version before.
  const undone = await classesOf(storage, { ...place, edits: 2, state: null });
  if (String([...undone]) !== String([...before])) throw new Error('Undoing did not give the classes back.');
  return within(RECLASSIFIED, { what: `${points} points reclassified by a slab, saved`, ours, unit: 's' });
}

async function classesOf(storage: FolderStorage, place: CloudPlace): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for await (const { points } of new Walk(await Cloud.open(storage, place), {}, ENDLESS).selected())
    for (const code of points.classification) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** The folder of the octree in a storage, made. */
export function octreeFolder(folder: string, octree: string): string {
  const made = path.join(folder, octree);
  mkdirSync(made, { recursive: true });
  return made;
}
