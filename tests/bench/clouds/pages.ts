/** Rows of what a person sees of a cloud. Chromium draws without a graphics card here: only comparisons in one run count. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openLas } from '../../../server/formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../../server/formats/pointcloud/octree/write-octree.ts';
import { onPage } from '../page-host.ts';
import { atMost, inTurns, median, within, type ReportRow } from '../report.ts';
import { writeHills, writeLas } from './made.ts';
import type { Opened } from './copc.ts';
import type { CloudPage, CloudRenderer, Look } from './page.ts';
import type { CloudPlace } from './stages.ts';

declare const window: { bench: CloudPage };

const PAGE = 'clouds/page.ts';
const KINDS = ['peer', 'ours'] as const;
const MILLION = 1_000_000;
const ENDLESS = 1e9;
const FRAMES = 7;
/** From where all of them is seen. */
const HILLS: Look = { middle: [1000, 1000, 90], metres: 2600, tilt: 50 };
const WALLS: Look = { middle: [15, 0, 10], metres: 20, tilt: 90 };

/** Rounds of the flight; the first one fills what is kept. */
const ROUNDS = 10;
const FLAT = 1.1;

/** The first points of a real COPC of as many. */
export async function opened(file: string, folder: string): Promise<ReportRow[]> {
  const points = 100_000;
  const to = path.join(folder, 'pointcloud/file');
  mkdirSync(to, { recursive: true });
  copyFileSync(file, path.join(to, 'cloud'));
  const seen: Record<CloudRenderer, Opened[]> = { ours: [], peer: [] };
  await onPage(
    PAGE,
    async (page) => {
      // The first turn fills the caches of Chromium.
      for (let turn = -1; turn < 7; turn++)
        for (const kind of KINDS) {
          await reload(page);
          const one = await page.evaluate(([which, wanted]) => window.bench.opened(which, wanted), [
            kind,
            points,
          ] as const);
          if (turn >= 0) seen[kind].push(one);
        }
    },
    { files: folder },
  );
  const of = (kind: CloudRenderer, what: 'first' | 'all') => median(seen[kind].map((one) => one[what]));
  const against = `bare copc and three.js, which asked ${seen.peer[0]!.requests} times`;
  return [
    atMost(1.2, {
      what: `the first ${points.toLocaleString('en')} points of a COPC on screen`,
      ours: of('ours', 'all'),
      peer: of('peer', 'all'),
      against,
      unit: 'ms',
    }),
    within(5, {
      what: `requests before its first points, after ${Math.round(of('ours', 'first'))} ms`,
      ours: Math.max(...seen.ours.map(({ requests }) => requests)),
      unit: 'requests',
    }),
  ];
}

/**
 * All points are in view and drawn by both; a frame ends when its pixels are there. The processor draws: its time is that of a
 * frame, and others at work on the machine count little.
 */
export async function frames(folder: string): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  await onPage(
    PAGE,
    async (page) => {
      const busy = await cpuOf(page);
      for (const millions of [0.5, 1, 3]) {
        const points = millions * MILLION;
        const octree = await octreeOf(folder, `hills-${points}`, (file) => writeHills(file, points));
        const waited: Record<CloudRenderer, number[]> = { ours: [], peer: [] };
        const times = await inTurns(2, async (kind) => {
          await show(page, kind, { octree, budget: ENDLESS, all: true }, HILLS, points);
          const before = await busy();
          const drawn = await page.evaluate((count) => window.bench.frames(count), FRAMES);
          const taken = ((await busy()) - before) / FRAMES;
          if (drawn.points !== points) throw new Error(`${kind} drew ${drawn.points} of ${points} points.`);
          waited[kind].push(median(drawn.times));
          return taken;
        });
        const [ours, peer] = KINDS.toReversed().map((kind) => Math.round(median(waited[kind])));
        const what = `a frame of ${millions} million points, a class hidden and a clip box on (${ours} ms beside ${peer} ms)`;
        rows.push(atMost(1.1, { what, ...times, against: 'a bare page of potree-core', unit: 'ms of CPU' }));
      }
    },
    { files: folder },
  );
  return rows;
}

/** Points in front are a tenth of a metre apart, and those of a wall 5 m behind are seen between them. */
export async function picks(folder: string): Promise<ReportRow[]> {
  const [wide, high, front, behind] = [30, 20, 0.1, 0.03];
  const grid = (step: number) => ({ columns: Math.round(wide / step), rows: Math.round(high / step), step });
  const [near, far] = [grid(front), grid(behind)];
  const first = near.columns * near.rows;
  const points = first + far.columns * far.rows;
  const octree = await octreeOf(folder, 'walls', (file) =>
    writeLas(file, points, [wide, 5, high], (i) => {
      const [{ columns, step }, of, y] = i < first ? [near, i, 0] : [far, i - first, 5];
      return [(of % columns) * step, y, Math.floor(of / columns) * step];
    }),
  );
  const pixels = Array.from(
    { length: 200 },
    (_, i) => [440 + ((i * 37) % 400), 250 + ((i * 53) % 300)] as const,
  );
  const right: Record<CloudRenderer, number> = { ours: 0, peer: 0 };
  return onPage(
    PAGE,
    async (page) => {
      const times = await inTurns(3, async (kind) => {
        await show(page, kind, { octree, budget: ENDLESS, all: true }, WALLS, points);
        const { time, found } = await page.evaluate((at) => window.bench.picks(at), pixels);
        right[kind] = found.filter((place) => place && place[1]! < 0.01).length;
        return time / pixels.length;
      });
      const share = (kind: CloudRenderer) => (100 * right[kind]) / pixels.length;
      const what = `a pick before a wall of ${far.columns * far.rows} points`;
      return [
        atMost(1.3, { what, ...times, against: "potree-core's", unit: 'ms' }),
        {
          ...within(0, {
            what: 'picks that are not of the wall in front',
            ours: 100 - share('ours'),
            unit: '%',
          }),
          peer: 100 - share('peer'),
          against: "potree-core's",
        },
      ];
    },
    { files: folder },
  );
}

/** What is kept at the end of each round, where every round ends. `octree`: of 20 million points. */
export async function flight(folder: string, octree: string, minutes: number): Promise<ReportRow[]> {
  return onPage(
    PAGE,
    async (page) => {
      const session = await page.context().newCDPSession(page);
      await show(page, 'ours', { octree, budget: MILLION }, HILLS, 1);
      const [heaps, cards]: [number[], number[]] = [[], []];
      let [frameCount, lost, points] = [0, 0, 0];
      for (let round = 0; round < ROUNDS; round++) {
        const flown = await page.evaluate((seconds) => window.bench.fly(seconds), (60 * minutes) / ROUNDS);
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as {
          usedSize: number;
          backingStorageSize?: number;
        };
        frameCount += flown.frames;
        ({ losses: lost, points } = flown);
        heaps.push((usedSize + (backingStorageSize ?? 0)) / 2 ** 20);
        cards.push(flown.card / 2 ** 20);
      }
      const grown = (what: string, sizes: readonly number[]) => {
        const [, ...later] = sizes;
        const [least, most] = [Math.min(...later), Math.max(...later)];
        return within(FLAT, {
          what: `${what} of ${minutes} minutes of flight, ${frameCount} frames: ${Math.round(least)} to ${Math.round(most)} MB, at the end ${points} points`,
          ours: most / least,
          unit: 'times',
        });
      };
      return [
        grown('heap', heaps),
        grown('buffers on the graphics card', cards),
        within(0, { what: 'times that the graphics card was lost', ours: lost, unit: 'times' }),
      ];
    },
    { files: folder },
  );
}

const show = (
  page: Page,
  ...args: [kind: CloudRenderer, place: CloudPlace, from: Look, points: number]
): Promise<void> => page.evaluate((all) => window.bench.show(...all), args);

/** Milliseconds of processors that all of Chromium has used. */
async function cpuOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  };
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => 'bench' in window);
}

/** The folder of an octree below `folder`, made once. */
async function octreeOf(folder: string, name: string, write: (las: string) => void): Promise<string> {
  const to = path.join(folder, name);
  if (existsSync(to)) return name;
  mkdirSync(to);
  const las = path.join(folder, `${name}.las`);
  write(las);
  const source = await openLas(las);
  writeOctree(source, { folder: to, projection: '' });
  source.close();
  return name;
}
