import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { tileIndex } from '#core/protocol';
import { makePyramid, PACK, type MadePyramid } from '../../../server/api/panoramics/pyramid.ts';
import { busy, onPage } from '../page-host.ts';
import { atMost, median, within, type ReportRow } from '../report.ts';
import type { PhotosPage, SphereRenderer } from './page.tsx';

declare const window: { bench: PhotosPage };

const WIDTH = 8192;
const TURNS = 5;
const MOST_TURNS = 12;
const STEPS = 500;
const PHOTOS = 10_000;
const FRAMES = 120;

export const VIEWER_PARTS = ['first', 'steps', 'gallery'] as const;

/** The first view, the next panorama, the memory of many steps, and a gallery of very many photos, in Chromium. */
export async function viewer(requested: ReadonlySet<string>): Promise<ReportRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-viewer-'));
  try {
    const made = await pyramidIn(folder);
    const pack = readFileSync(join(folder, PACK));
    return await onPage('photos/page.tsx', async (page) => {
      await page.route('**/pyramid/**', (route) => {
        const [cols, column, row] = new URL(route.request().url()).pathname.split('/').slice(4).map(Number);
        const i = column === undefined ? 0 : tileIndex(made.shape, cols!, column, row!)!;
        return route.fulfill({
          body: pack.subarray(made.offsets[i], made.offsets[i + 1]),
          contentType: 'image/jpeg',
        });
      });
      return [
        ...(requested.has('first') ? [await firstView(page, made)] : []),
        ...(requested.has('steps') ? await walk(page, made) : []),
        ...(requested.has('gallery') ? [await gallery(page)] : []),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pyramidIn(folder: string): Promise<MadePyramid> {
  const file = join(folder, 'noise.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  await sharp({ create: { width: WIDTH / 8, height: WIDTH / 16, channels: 3, background: 'grey', noise } })
    .resize(WIDTH, WIDTH / 2)
    .jpeg({ quality: 90 })
    .toFile(file);
  const crop = [0, 0, WIDTH, WIDTH / 2] as const;
  return makePyramid({ file, shape: { kind: 'equirectangular', width: WIDTH, crop }, folder }, () => {});
}

async function firstView(page: Page, { shape }: MadePyramid): Promise<ReportRow> {
  const times: Record<SphereRenderer, number[]> = { ours: [], peer: [] };
  const show = (kind: SphereRenderer) =>
    page.evaluate(([which, of]) => window.bench.show(which, of), [kind, shape] as const);
  // The first turn compiles scripts.
  let most = Math.max((await show('peer')).pictures, (await show('ours')).pictures);
  for (let turn = 0; turn < MOST_TURNS && Math.min(times.peer.length, times.ours.length) < TURNS; turn++)
    for (const kind of ['peer', 'ours'] as const) {
      const { took, pictures } = await show(kind);
      // On a busy machine tiles may come so late that all seemed to be drawn: that turn does not count.
      if (pictures >= most) times[kind].push(took);
      most = Math.max(most, pictures);
    }
  return atMost(1.2, {
    what: `first view of ${WIDTH} × ${WIDTH / 2} pixels with its tiles`,
    ours: median(times.ours),
    peer: median(times.peer),
    against: 'a bare Photo Sphere Viewer on the same pyramid',
    unit: 'ms',
  });
}

async function walk(page: Page, { shape }: MadePyramid): Promise<ReportRow[]> {
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 ** 2;
  };
  await page.evaluate((of) => window.bench.open(of), shape);
  const step = () => page.evaluate(() => window.bench.step());
  const times: number[] = [];
  // Until all stops are in the cache.
  for (let i = 0; i < 20; i++) await step();
  const before = await heap();
  for (let i = 0; i < STEPS; i++) times.push(await step());
  const after = await heap();
  return [
    within(150, { what: 'next panorama, fetched in advance', ours: median(times), unit: 'ms' }),
    within(5, { what: `memory that ${STEPS} steps leave behind`, ours: after - before, unit: 'MB' }),
  ];
}

async function gallery(page: Page): Promise<ReportRow> {
  await page.evaluate((count) => window.bench.gallery(count), PHOTOS);
  await page.evaluate((frames) => window.bench.scroll(frames), FRAMES);
  const spent = await busy(page, async () => {
    await page.evaluate((frames) => window.bench.scroll(frames), FRAMES);
  });
  return within(1000 / 60, {
    what: `main thread for each frame of scrolling through ${PHOTOS.toLocaleString('en')} photos`,
    ours: spent / FRAMES,
    unit: 'ms',
  });
}
