import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { affine, inUnits, UNMOVED, type Affine } from '#core/geodesy';
import { CloudFrameReader, type CloudFrame, type CloudRegion, type CloudSelection } from '#core/protocol';
import { inRing } from '../../../formats/pointcloud/plane-shapes.ts';
import { regionOf } from '../../../formats/pointcloud/region.ts';
import type { NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import { FolderStorage } from '../../../platform/storage/folder.ts';
import { smallCopc } from '../../../testing/copc.ts';
import { smallOctree } from '../../../testing/octree.ts';
import { pointsAt } from '../../../testing/points.ts';
import { randomFrom } from '../../../testing/random.ts';
import { classify } from './classify.ts';
import { Cloud } from './cloud.ts';
import { answerQuery } from './query.ts';
import type { CloudPlace } from './task.ts';

const SCALE: Vector3 = [0.001, 0.001, 0.001];
/** Large coordinates, as projected ones are. */
const OFFSET: Vector3 = [350_000, 5_000_000, 100];
const SIDE = 100;
const COUNT = 20_000;

const folder = mkdtempSync(path.join(tmpdir(), 'clouds-'));
const random = randomFrom(1);
const places = Array.from({ length: COUNT }, (): Vector3 => [
  OFFSET[0] + random() * SIDE,
  OFFSET[1] + random() * SIDE,
  OFFSET[2] + random() * 20,
]);
const points: NodePoints = pointsAt(places, SCALE, OFFSET, (i) => i % 5);
const placeAt = (i: number) =>
  [0, 1, 2].map((axis) => points.positions[3 * i + axis]! * SCALE[axis]! + OFFSET[axis]!) as Vector3;

let storage: FolderStorage;
const clouds: Record<string, CloudPlace> = {};
const common = {
  cloudId: 'c',
  content: 1,
  crs: 'EPSG:32633',
  edits: 0,
  state: null,
  units: [1, 1] as [number, number],
  verticalCrs: null,
  where: inUnits(UNMOVED, [1, 1, 1]),
  into: null,
};

beforeAll(async () => {
  storage = await FolderStorage.open(folder);
  for (const [name, bytes] of Object.entries(smallOctree(points, SCALE, OFFSET)))
    await storage.write(`clouds/o/1/${name}`, Readable.from([bytes]), 1e9);
  const copc = smallCopc(points, SCALE, OFFSET);
  await storage.write('files/copc', Readable.from([copc]), 1e9);
  clouds['octree'] = { ...common, octree: 'clouds/o/1', copc: null };
  clouds['copc'] = { ...common, octree: null, copc: { key: 'files/copc', bytes: copc.length } };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(
  place: CloudPlace,
  query: CloudSelection & Record<string, unknown>,
): Promise<CloudFrame[]> {
  const cloud = await Cloud.open(storage, place);
  const reader = new CloudFrameReader();
  const frames: CloudFrame[] = [];
  await answerQuery(
    cloud,
    { ...query, answer: 'binary', attributes: ['intensity', 'classification', 'gpsTime'] },
    async (bytes) => {
      // In pieces, as they come over the network.
      for (let at = 0; at < bytes.length; at += 1000)
        frames.push(...reader.read(bytes.subarray(at, at + 1000)));
    },
  );
  return frames;
}

/** The GPS time of a point is its index. */
const indices = (frames: readonly CloudFrame[]): number[] =>
  frames.flatMap((frame) => (frame.kind === 'points' ? [...frame.points.gpsTime!] : []));
const rising = (list: readonly number[]) => [...list].sort((a, b) => a - b);

const any = (from: number, to: number) => from + random() * (to - from);
const somewhere = (): Vector3 => [
  OFFSET[0] + any(-10, 110),
  OFFSET[1] + any(-10, 110),
  OFFSET[2] + any(-5, 25),
];
const flat = (count: number) =>
  Array.from({ length: count }, (): [number, number] => [
    OFFSET[0] + any(-10, 110),
    OFFSET[1] + any(-10, 110),
  ]);
const heights = () => (random() < 0.5 ? {} : { zMin: OFFSET[2] + any(0, 10), zMax: OFFSET[2] + any(10, 20) });
const turn = any(0, 3);
const MADE: Record<CloudRegion['kind'], () => CloudRegion> = {
  cone: () => ({
    kind: 'cone',
    origin: somewhere(),
    direction: [any(-1, 1), any(-1, 1), any(-1, 1)],
    angle: any(0, 20),
    radius: any(0, 3),
    length: any(10, 100),
  }),
  column: () => ({
    kind: 'column',
    x: OFFSET[0] + any(0, 100),
    y: OFFSET[1] + any(0, 100),
    radius: any(0.5, 20),
    ...heights(),
  }),
  corridor: () => ({ kind: 'corridor', line: flat(4), width: any(0.5, 10), ...heights() }),
  box: () => {
    const low = somewhere();
    return { kind: 'box', min: low, max: low.map((each) => each + any(1, 40)) as Vector3 };
  },
  'turned-box': () => ({
    kind: 'turned-box',
    centre: somewhere(),
    axes: [
      [Math.cos(turn), Math.sin(turn), 0],
      [-Math.sin(turn), Math.cos(turn), 0],
      [0, 0, 1],
    ],
    size: [any(1, 50), any(1, 50), any(1, 20)],
  }),
  prism: () => ({ kind: 'prism', ring: flat(6), holes: [flat(3)], ...heights() }),
  lasso: () => ({
    kind: 'lasso',
    origin: OFFSET,
    // Looks down: x and y by 100, w grows downwards.
    matrix: [0.02, 0, 0, 0, 0, 0.02, 0, 0, 0, 0, 0, -0.01, -1, -1, 0, 1],
    ring: [
      [any(-1, 0), any(-1, 0)],
      [any(0, 1), any(-1, 0)],
      [any(0, 1), any(0, 1)],
    ],
    direction: [0, 0, -1],
    near: any(-20, -10),
    far: any(-10, 0),
  }),
};

describe.each(['octree', 'copc'])('points of regions of an %s', (name) => {
  it.each(Object.keys(MADE) as CloudRegion['kind'][])(
    'of kind %s are those that a test of every point finds',
    async (kind) => {
      for (let trial = 0; trial < 15; trial++) {
        const region = MADE[kind]();
        const { has } = regionOf(region);
        const classes = trial % 3 === 0 ? [1, 4] : undefined;
        const expected = places.flatMap((_, i) =>
          has(...placeAt(i)) && (!classes || classes.includes(i % 5)) ? [i] : [],
        );
        const frames = await ask(clouds[name]!, { inside: [region], ...(classes && { classes }) });
        expect(rising(indices(frames)), JSON.stringify(region)).toEqual(expected);
        const end = frames.at(-1)!;
        expect(end).toMatchObject({
          kind: 'end',
          end: { complete: true, stoppedBy: null, points: expected.length },
        });
      }
    },
  );

  it('come from coarse to fine, whole, each once, with where they are and their attributes', async () => {
    const frames = await ask(clouds[name]!, {});
    const levels = frames.flatMap((frame) => (frame.kind === 'points' ? [frame.points.level] : []));
    expect(levels).toEqual(rising(levels));
    expect(rising(indices(frames))).toEqual(places.map((_, i) => i));
    for (const frame of frames) {
      if (frame.kind !== 'points') continue;
      frame.points.gpsTime!.forEach((i, n) => {
        expect([...frame.points.positions.subarray(3 * n, 3 * n + 3)]).toEqual([
          ...points.positions.subarray(3 * i, 3 * i + 3),
        ]);
        expect([frame.points.intensity![n], frame.points.classification![n]]).toEqual([i % 65_536, i % 5]);
      });
    }
  });

  it('are those of several regions at once, without those outside', async () => {
    const inside: CloudRegion[] = [{ kind: 'column', x: OFFSET[0] + 50, y: OFFSET[1] + 50, radius: 30 }];
    const outside: CloudRegion[] = [{ kind: 'column', x: OFFSET[0] + 50, y: OFFSET[1] + 50, radius: 10 }];
    const from = (i: number) => Math.hypot(placeAt(i)[0] - OFFSET[0] - 50, placeAt(i)[1] - OFFSET[1] - 50);
    const expected = places.flatMap((_, i) => (from(i) <= 30 && from(i) > 10 ? [i] : []));
    expect(rising(indices(await ask(clouds[name]!, { inside, outside })))).toEqual(expected);
  });

  it('say when a limit stopped them', async () => {
    const few = await ask(clouds[name]!, { limit: 100 });
    expect(few.at(-1)).toMatchObject({ end: { points: 100, complete: false, stoppedBy: 'points' } });
    const coarse = await ask(clouds[name]!, { level: 0 });
    expect(coarse.at(-1)).toMatchObject({ end: { complete: false, stoppedBy: 'level' } });
    expect(coarse.every((frame) => frame.kind !== 'points' || frame.points.level === 0)).toBe(true);
  });

  it('are classified again, and nothing else', async () => {
    const ring: [number, number][] = [
      [OFFSET[0], OFFSET[1]],
      [OFFSET[0] + 60, OFFSET[1]],
      [OFFSET[0], OFFSET[1] + 60],
    ];
    const selection: CloudSelection = { inside: [{ kind: 'prism', ring }], classes: [1, 2] };
    const wanted = new Set(
      places.flatMap((_, i) =>
        [1, 2].includes(i % 5) && inRing(ring, placeAt(i)[0], placeAt(i)[1]) ? [i] : [],
      ),
    );
    const first = clouds[name]!;
    const work = {
      kind: 'classify' as const,
      cloud: first,
      selection,
      to: 9,
      version: 1,
      key: `clouds/${name}/1.bin`,
    };
    expect(await classify(await Cloud.open(storage, first), storage, work)).toEqual({ points: wanted.size });
    const second = { ...first, edits: 1, state: work.key };
    const classesOf = async (place: CloudPlace) => {
      const classes = new Map<number, number>();
      for (const frame of await ask(place, {}))
        if (frame.kind === 'points')
          frame.points.gpsTime!.forEach((i, n) => classes.set(i, frame.points.classification![n]!));
      return classes;
    };
    const edited = await classesOf(second);
    for (const [i, code] of edited) expect(code).toBe(wanted.has(i) ? 9 : i % 5);
    // The classes filter is that of the edited classes.
    expect((await ask(second, { classes: [9] })).at(-1)).toMatchObject({ end: { points: wanted.size } });
    // A second edit keeps the first where it does not reach; the first state is as it was.
    const inside: CloudRegion[] = [{ kind: 'column', x: OFFSET[0], y: OFFSET[1], radius: 20 }];
    const again = {
      ...work,
      cloud: second,
      selection: { inside },
      to: 12,
      version: 2,
      key: `clouds/${name}/2.bin`,
    };
    await classify(await Cloud.open(storage, second), storage, again);
    const twice = await classesOf({ ...first, edits: 2, state: again.key });
    const near = (i: number) => Math.hypot(placeAt(i)[0] - OFFSET[0], placeAt(i)[1] - OFFSET[1]) <= 20;
    for (const [i, code] of twice) expect(code).toBe(near(i) ? 12 : wanted.has(i) ? 9 : i % 5);
    expect(await classesOf(second)).toEqual(edited);
  });
});

/** Moved a little; turned, tilted and scaled about its middle; from feet. */
const WHERE: Record<string, Affine> = {
  moved: inUnits({ ...UNMOVED, to: [3.25, -7.5, 2.125] }, [1, 1, 1]),
  turned: inUnits(
    {
      from: [OFFSET[0] + 50, OFFSET[1] + 50, OFFSET[2]],
      to: [OFFSET[0] + 52, OFFSET[1] + 47, OFFSET[2] + 1],
      turn: [33, 4, -3],
      scale: [1.002, 1.002, 1.002],
    },
    [1, 1, 1],
  ),
};

describe.each(['octree', 'copc'])('points of an %s that was placed', (name) => {
  it.each(Object.keys(WHERE))('elsewhere (%s) are found where they are now', async (where) => {
    const { toMap } = affine(WHERE[where]!);
    const place = { ...clouds[name]!, where: WHERE[where]! };
    const now = places.map((_, i) => toMap(placeAt(i)));
    for (const kind of Object.keys(MADE) as CloudRegion['kind'][])
      for (let trial = 0; trial < 4; trial++) {
        const region = MADE[kind]();
        const { has } = regionOf(region);
        const expected = now.flatMap((at, i) => (has(...at) ? [i] : []));
        expect(rising(indices(await ask(place, { inside: [region] }))), JSON.stringify(region)).toEqual(
          expected,
        );
      }
  });

  it('have the same integers where they were only moved, and are within a hundredth of a millimetre where turned', async () => {
    for (const [where, moves] of Object.entries(WHERE)) {
      const frames = await ask({ ...clouds[name]!, where: moves }, {});
      const head = frames[0]!;
      if (head.kind !== 'head') throw new Error('no head');
      const { scale, offset } = head.head;
      let [farthest, whole] = [0, true];
      for (const frame of frames) {
        if (frame.kind !== 'points') continue;
        frame.points.gpsTime!.forEach((i, n) => {
          const expected = affine(moves).toMap(placeAt(i));
          for (const axis of [0, 1, 2] as const) {
            const integer = frame.points.positions[3 * n + axis]!;
            whole &&= integer === points.positions[3 * i + axis];
            farthest = Math.max(farthest, Math.abs(integer * scale[axis] + offset[axis] - expected[axis]));
          }
        });
      }
      expect(whole).toBe(where === 'moved');
      // Half a step of 10 µm, and the digits of a northing.
      expect(farthest).toBeLessThan(where === 'moved' ? 2e-9 : 5.01e-6);
    }
  });
});
