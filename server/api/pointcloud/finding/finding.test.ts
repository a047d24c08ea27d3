import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CloudFinding } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { FolderStorage } from '../../../platform/storage/folder.ts';
import { pointsAt } from '../../../testing/points.ts';
import { normalFrom, randomFrom } from '../../../testing/random.ts';
import { placeOf, storeCloud } from '../../../testing/small-cloud.ts';
import { convertCloud } from '../convert.ts';
import { Cloud } from '../points/cloud.ts';
import type { CloudPlace } from '../points/task.ts';
import { Walk } from '../points/walk.ts';
import { findPoints } from './find.ts';
import { filled, Grid, valueAt } from './raster.ts';
import { pointsIn, tilesOf } from './tiles.ts';

const SCALE: Vector3 = [0.001, 0.001, 0.001];
/** Large coordinates, as projected ones are. */
const OFFSET: Vector3 = [350_000, 5_000_000, 100];
const random = randomFrom(21);
const normal = normalFrom(22);
const any = (from: number, to: number) => from + random() * (to - from);

const folder = mkdtempSync(path.join(tmpdir(), 'finding-'));
let storage: FolderStorage;
beforeAll(async () => {
  storage = await FolderStorage.open(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The classes after a finding, by the index of the point (its GPS time). */
async function classesAfter(place: CloudPlace, finding: CloudFinding, to: number): Promise<number[]> {
  const key = `clouds/${place.cloudId}/classes/${finding.find}.bin`;
  const work = { kind: 'find' as const, cloud: place, selection: {}, finding, to, version: 1, key };
  const { points } = await findPoints(await Cloud.open(storage, place), storage, work, () => {});
  return classesOf({ ...place, edits: 1, state: points > 0 ? key : null });
}

async function classesOf(place: CloudPlace): Promise<number[]> {
  const walk = new Walk(await Cloud.open(storage, place), {}, { seconds: 100, points: Infinity });
  const classes: number[] = [];
  for await (const { points, chosen } of walk.selected())
    for (const i of chosen) classes[points.gpsTime[i]!] = points.classification[i]!;
  return classes;
}

/** Hills with slopes to 35 %: two waves of different lengths on an incline. */
const hill = (x: number, y: number) =>
  0.08 * x + 2.5 * Math.sin((x * 2 * Math.PI) / 70) + 1.2 * Math.cos((y * 2 * Math.PI) / 50);

type Kind = 'ground' | 'house' | 'tree' | 'low' | 'high';

/** A hundred metres square with two houses, forty trees and noise; what each point is. */
function site(): { places: Vector3[]; kinds: Kind[] } {
  const places: Vector3[] = [];
  const kinds: Kind[] = [];
  const add = (kind: Kind, x: number, y: number, z: number) => {
    kinds.push(kind);
    places.push([OFFSET[0] + x, OFFSET[1] + y, OFFSET[2] + z]);
  };
  const isHouse = (x: number, y: number) =>
    (x > 20 && x < 35 && y > 30 && y < 42) || (x > 60 && x < 68 && y > 60 && y < 80);
  for (let i = 0; i < 40_000; i++) {
    const [x, y] = [any(0, 100), any(0, 100)];
    if (isHouse(x, y)) add('house', x, y, hill(x, y) * 0.1 + 9 + normal() * 0.03);
    else add('ground', x, y, hill(x, y) + normal() * 0.03);
  }
  for (let tree = 0; tree < 40; tree++) {
    const [x, y] = [any(5, 95), any(5, 95)];
    for (let i = 0; i < 120; i++)
      add('tree', x + normal() * 1.2, y + normal() * 1.2, hill(x, y) + any(2.5, 12));
  }
  for (let i = 0; i < 20; i++) {
    const [x, y] = [any(5, 95), any(5, 95)];
    add('low', x, y, hill(x, y) - any(4, 15));
    add('high', x, y, hill(x, y) + any(40, 60));
  }
  return { places, kinds };
}

describe('On a site whose ground is known', () => {
  const { places, kinds } = site();
  const share = (classes: readonly number[], kind: Kind, code: number) => {
    const own = kinds.flatMap((each, i) => (each === kind ? [classes[i]!] : []));
    return own.filter((each) => each === code).length / own.length;
  };
  const GROUND: CloudFinding = { find: 'ground', cell: 1, window: 18, slope: 0.3, threshold: 0.3 };
  let place: CloudPlace;
  beforeAll(async () => {
    place = await storeCloud(storage, 'site', pointsAt(places, SCALE, OFFSET, () => 1), SCALE, OFFSET); // prettier-ignore
  });

  it('ground is found on slopes and under trees, and not on roofs, in trees or below', async () => {
    const classes = await classesAfter(place, GROUND, 2);
    expect(share(classes, 'ground', 2)).toBeGreaterThan(0.985);
    expect(share(classes, 'house', 2)).toBe(0);
    expect(share(classes, 'tree', 2)).toBe(0);
    expect(share(classes, 'low', 2)).toBe(0);
    expect(share(classes, 'high', 2)).toBe(0);
  });

  it('what was ground and is not found becomes unassigned', async () => {
    const wrong = pointsAt(places, SCALE, OFFSET, () => 2);
    const classes = await classesAfter(await storeCloud(storage, 'wrong', wrong, SCALE, OFFSET), GROUND, 2);
    expect(share(classes, 'house', 1)).toBe(1);
    expect(share(classes, 'ground', 2)).toBeGreaterThan(0.985);
  });

  it('returns that were not the last of their pulse are no ground', async () => {
    const points = pointsAt(places, SCALE, OFFSET, () => 1);
    kinds.forEach((_, i) => (points.numberOfReturns[i] = i % 2 === 0 ? 1 : 2));
    const classes = await classesAfter(await storeCloud(storage, 'pulses', points, SCALE, OFFSET), GROUND, 2);
    expect(classes.filter((code, i) => code === 2 && i % 2 === 1)).toEqual([]);
    expect(classes.filter((code) => code === 2).length).toBeGreaterThan(15_000);
  });

  it('isolated points are noise, and only they', async () => {
    const classes = await classesAfter(place, { find: 'noise', radius: 3, fewest: 3 }, 7);
    expect(share(classes, 'low', 7)).toBeGreaterThan(0.9);
    expect(share(classes, 'high', 7)).toBeGreaterThan(0.9);
    expect(share(classes, 'ground', 7)).toBe(0);
    expect(share(classes, 'house', 7)).toBe(0);
  });

  it('points get a class by their height above the ground points', async () => {
    const points = pointsAt(places, SCALE, OFFSET, (i) => (kinds[i] === 'ground' ? 2 : 1));
    const stored = await storeCloud(storage, 'heights', points, SCALE, OFFSET);
    const classes = await classesAfter(stored, { find: 'height', min: 2, max: 14, cell: 1 }, 5);
    expect(share(classes, 'tree', 5)).toBeGreaterThan(0.97);
    expect(share(classes, 'high', 1)).toBe(1);
    expect(share(classes, 'low', 1)).toBe(1);
    expect(share(classes, 'ground', 2)).toBe(1);
  });

  it('heights without ground points are refused with a sentence', async () => {
    const request = classesAfter(place, { find: 'height', min: 2, cell: 1 }, 5);
    await expect(request).rejects.toMatchObject({ key: 'pointcloud.no-ground' });
  });

  it('tiles have every point once, however many they are', async () => {
    const cloud = await Cloud.open(storage, place);
    const walk = new Walk(cloud, {}, { seconds: 100, points: Infinity });
    const tiles = tilesOf(await walk.nodesMet(), 3000);
    expect(tiles.length).toBeGreaterThan(8);
    const found = new Set<string>();
    for (const tile of tiles) {
      const { count, isOwn, nodes, nodeOf, indexOf } = await pointsIn(cloud, {}, tile, 2);
      for (let i = 0; i < count; i++) {
        const name = `${nodes[nodeOf[i]!]!.name} ${indexOf[i]}`;
        if (isOwn[i] === 0) continue;
        expect(found.has(name)).toBe(false);
        found.add(name);
      }
    }
    expect(found.size).toBe(places.length);
  });
});

describe('Among points on two walls and in between', () => {
  const places = Array.from({ length: 3000 }, (_, i): Vector3 => {
    const at: Vector3 = i % 30 === 0 ? [any(-4, 8), any(0, 10), any(0, 5)] : [i % 2 === 0 ? 0 : 4, any(0, 10), any(0, 5)]; // prettier-ignore
    return [OFFSET[0] + at[0], OFFSET[1] + at[1], OFFSET[2] + at[2]];
  });
  const points = pointsAt(places, SCALE, OFFSET, () => 1);
  // What is stored is rounded: brute force looks at the same.
  const stored = places.map((_, i) =>
    [0, 1, 2].map((axis) => points.positions[3 * i + axis]! * SCALE[axis]!),
  ) as Vector3[];
  const distances = stored.map((a, i) =>
    stored.flatMap((b, j) => (i === j ? [] : [Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])])).sort((x, y) => x - y),
  ); // prettier-ignore
  let place: CloudPlace;
  beforeAll(async () => {
    place = await storeCloud(storage, 'walls', points, SCALE, OFFSET);
  });

  it('outliers are those that brute force over all pairs finds', async () => {
    const classes = await classesAfter(place, { find: 'outliers', neighbours: 8, deviations: 2 }, 7);
    const means = distances.map((own) => own.slice(0, 8).reduce((sum, each) => sum + each, 0) / 8);
    const mean = means.reduce((sum, each) => sum + each, 0) / means.length;
    const deviation = Math.sqrt(means.reduce((sum, each) => sum + (each - mean) ** 2, 0) / means.length);
    const expected = means.map((each) => (each > mean + 2 * deviation ? 7 : 1));
    expect(expected.filter((code) => code === 7).length).toBeGreaterThan(50);
    expect(classes).toEqual(expected);
  });

  it('isolated points are those that brute force finds', async () => {
    const classes = await classesAfter(place, { find: 'noise', radius: 0.4, fewest: 4 }, 18);
    expect(classes).toEqual(distances.map((own) => (own[3]! <= 0.4 ? 1 : 18)));
  });
});

it('an unknown part of a plane is filled as the plane', () => {
  const [columns, rows] = [50, 40];
  const values = Float32Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    return x > 15 && x < 32 && y > 12 && y < 26 ? NaN : 0.2 * x - 0.1 * y;
  });
  const off = filled({ columns, rows, values }).map((value, at) =>
    Math.abs(value - (0.2 * (at % columns) - 0.1 * Math.floor(at / columns))),
  );
  expect(Math.max(...off)).toBeLessThan(0.1);
});

const AUTZEN = path.resolve(import.meta.dirname, '../../../../../shared/data/las/autzen_trim.laz');

describe.skipIf(!existsSync(AUTZEN))('On the Autzen stadium', () => {
  /**
   * Of the ground its file marks a part: most of what else is found is as near to the surface of that. Windows as in the
   * defaults of PDAL's filters.smrf.
   */
  it('the ground of its file is found, and nothing away from it', async () => {
    const id = 'autzen';
    const own = path.join(folder, `clouds/${id}/1`);
    mkdirSync(own, { recursive: true });
    const frame = { crs: 'EPSG:2994', degrees: null, unit: 0.3048, fileUnit: 0.3048, heightUnit: 0.3048 };
    const grids = { offers: [], files: {} };
    await convertCloud({ file: AUTZEN, folder: own, format: 'laz', frame, columns: null, grids }, () => {});
    const place = placeOf(id, `clouds/${id}/1`);
    const before = await readAll(place);
    const key = 'clouds/autzen/classes/ground.bin';
    const finding: CloudFinding = { find: 'ground', cell: 1, window: 18, slope: 0.15, threshold: 0.3 };
    const work = { kind: 'find' as const, cloud: place, selection: {}, finding, to: 2, version: 1, key };
    await findPoints(await Cloud.open(storage, place), storage, work, () => {});
    const after = await readAll({ ...place, edits: 1, state: key });
    const marked = before.map(({ code }) => code === 2);
    const count = (test: (i: number) => boolean) => after.filter((_, i) => test(i)).length;
    expect(count((i) => marked[i]! && after[i]!.code === 2) / count((i) => marked[i]!)).toBeGreaterThan(0.99);
    const lowest = new Grid(2);
    before.forEach(({ at: [x, y, z] }, i) => {
      if (marked[i]) lowest.change(x, y, (value) => (value <= z ? value : z));
    });
    const raster = lowest.whole()!;
    const surface = { ...raster, values: filled(raster) };
    const above = ({ at: [x, y, z] }: (typeof after)[number]) => z - valueAt(surface, x, y);
    const more = after.filter(({ code }, i) => code === 2 && !marked[i]).map(above);
    expect(more.length).toBeGreaterThan(20_000);
    expect(more.filter((each) => Math.abs(each) < 0.5).length / more.length).toBeGreaterThan(0.9);
    expect(more.filter((each) => each > 2).length / more.length).toBeLessThan(0.002);
  }, 120_000);
});

/** All points with their classes, in the order of the file. */
async function readAll(place: CloudPlace): Promise<{ at: Vector3; code: number }[]> {
  const cloud = await Cloud.open(storage, place);
  const { scale, offset } = cloud.source;
  const walk = new Walk(cloud, {}, { seconds: 100, points: Infinity });
  const found: { at: Vector3; code: number }[] = [];
  for await (const { points, chosen } of walk.selected())
    for (const i of chosen) {
      const at = [0, 1, 2].map((axis) => points.positions[3 * i + axis]! * scale[axis]! + offset[axis]!);
      found.push({ at: at as Vector3, code: points.classification[i]! });
    }
  return found;
}
