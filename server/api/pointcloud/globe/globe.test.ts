import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSpace, loadCrs, unproject } from '#core/geodesy';
import { colourOfClass } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { FolderStorage } from '../../../platform/storage/folder.ts';
import { smallCopc } from '../../../testing/copc.ts';
import { pointsAt } from '../../../testing/points.ts';
import { randomFrom } from '../../../testing/random.ts';
import { placeOf, storeCloud } from '../../../testing/small-cloud.ts';
import { Cloud } from '../points/cloud.ts';
import type { CloudPlace } from '../points/task.ts';
import { tileOf } from './tile.ts';
import { tilesetOf } from './tileset.ts';

const SCALE: Vector3 = [0.001, 0.001, 0.001];
const OFFSET: Vector3 = [350_000, 5_000_000, 100];
const COUNT = 12_000;
const random = randomFrom(5);
const places = Array.from({ length: COUNT }, (): Vector3 => [
  OFFSET[0] + random() * 800,
  OFFSET[1] + random() * 300,
  OFFSET[2] + random() * 20,
]);
/** A hundredth is noise, the others are of two classes. */
const classOf = (i: number) => (i % 100 === 0 ? 7 : i % 2 === 0 ? 2 : 6);
const points = pointsAt(places, SCALE, OFFSET, classOf);
const earth = {
  from: { crs: 'EPSG:32633', verticalCrs: null, crsUnits: 1, unit: 1, heightUnit: 1 },
  grids: { offers: [], files: {} },
};

interface Tile {
  boundingVolume: { box: number[] };
  geometricError: number;
  content?: { uri: string };
  children?: Tile[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'globe-'));
const clouds: Record<string, CloudPlace> = {};
beforeAll(async () => {
  const storage = await FolderStorage.open(folder);
  clouds['octree'] = await storeCloud(storage, 'on-globe', points, SCALE, OFFSET);
  const copc = smallCopc(points, SCALE, OFFSET);
  await storage.write('files/copc-on-globe', Readable.from([copc]), 1e9);
  clouds['copc'] = {
    ...placeOf('copc-on-globe', ''),
    octree: null,
    copc: { key: 'files/copc-on-globe', bytes: copc.length },
  };
  await loadCrs('EPSG:32633');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['octree', 'copc'])('The tiles of an %s on the globe', (kind) => {
  const open = async () => Cloud.open(await FolderStorage.open(folder), clouds[kind]!);
  const read = async (node?: string) => {
    const request = { earth, node, folder: '', colour: undefined };
    return JSON.parse(Buffer.from(await tilesetOf(await open(), request)).toString()) as { root: Tile };
  };

  it('have every point but noise once, within half a millimetre of its place and inside the box of its tile', async () => {
    const cloud = await open();
    const expected = new Map<string, number>();
    places.forEach((_, i) => {
      if (classOf(i) === 7) return;
      const [x, y, z] = [0, 1, 2].map(
        (axis) => points.positions[3 * i + axis]! * SCALE[axis]! + OFFSET[axis]!,
      );
      const key = inSpace([...unproject('EPSG:32633', [x!, y!]), z!]).map((each) => Math.round(each * 500)).join(); // prettier-ignore
      expected.set(key, (expected.get(key) ?? 0) + 1);
    });
    let [count, unknown] = [0, 0];
    const visit = async (tile: Tile, boxes: number[][]): Promise<void> => {
      const { uri = '' } = tile.content ?? {};
      const all = [...boxes, tile.boundingVolume.box];
      if (uri.endsWith('.json')) return visit((await read(uri.replace('.json', ''))).root, all);
      const bytes = Buffer.from(
        await tileOf(cloud, { earth, node: uri.replace('.pnts', ''), colour: 'class' }),
      );
      const { centre, positions, colours } = decoded(bytes);
      for (let n = 0; n < positions.length; n += 3) {
        const place = centre.map((each, axis) => each + positions[n + axis]!) as Vector3;
        // Cells of 2 mm; beside their sides, within half a millimetre, the neighbour counts, too.
        const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dz) =>
          place.map((each, axis) => Math.round(each * 500 + 0.25 * [dx, dy, dz][axis]!)).join()))); // prettier-ignore
        if (!near.some((key) => expected.has(key))) unknown++;
        expect([colourOfClass(2), colourOfClass(6)]).toContain(
          (colours[n]! << 16) | (colours[n + 1]! << 8) | colours[n + 2]!,
        );
        if (n % 300 === 0) for (const box of all) expect(isInside(box, place)).toBe(true);
        count++;
      }
      for (const child of tile.children ?? []) {
        expect(child.geometricError).toBeLessThan(tile.geometricError);
        await visit(child, all);
      }
    };
    await visit((await read()).root, []);
    expect([count, unknown]).toEqual([COUNT - COUNT / 100, 0]);
  });

  it('are refused for a node that is not there', async () => {
    const node = kind === 'octree' ? 'r7777777' : '9-0-0-0';
    await expect(read(node)).rejects.toMatchObject({ key: 'pointcloud.node-not-there' });
  });
});

/** Whether a place is in a box as 3D Tiles has it: its middle and three half axes. */
function isInside(box: readonly number[], place: Vector3): boolean {
  return [3, 6, 9].every((at) => {
    const axis = box.slice(at, at + 3);
    const along = axis.reduce((sum, each, n) => sum + each * (place[n]! - box[n]!), 0);
    return Math.abs(along) <= axis.reduce((sum, each) => sum + each * each, 0);
  });
}

/** By the specification of `pnts`, another way than it was written. */
function decoded(bytes: Buffer) {
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4), bytes.readUInt32LE(8)]).toEqual([
    'pnts',
    1,
    bytes.length,
  ]);
  const json = bytes.readUInt32LE(12);
  const table = JSON.parse(bytes.toString('utf8', 28, 28 + json)) as {
    POINTS_LENGTH: number;
    RTC_CENTER: Vector3;
    POSITION: { byteOffset: number };
    RGB: { byteOffset: number };
  };
  const start = 28 + json;
  expect(start % 8).toBe(0);
  const values = 3 * table.POINTS_LENGTH;
  const positions = Array.from({ length: values }, (_, n) =>
    bytes.readFloatLE(start + table.POSITION.byteOffset + 4 * n),
  );
  const colours = [...bytes.subarray(start + table.RGB.byteOffset).subarray(0, values)];
  return { centre: table.RTC_CENTER, positions, colours };
}
