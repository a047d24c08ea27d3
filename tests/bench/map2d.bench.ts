/**
 * Main-thread time a frame of panning and of dragging one vertex over 100,000 polygons, beside a bare OpenLayers
 * VectorImage layer panned over the same objects and style: all that the browser's main thread did (Chromium's
 * TaskDuration), scripts, layout and paint together.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { Page } from 'playwright-core';
import { openBrowser } from '../journeys/harness.ts';
import type { BenchPage, Kind, Range } from './map2d/page.ts';
import { atMost, median, type Bench, type Row } from './report.ts';

const FRAMES = 60;
const TURNS = 3;
const ROUNDS = 2;

declare const window: { bench: BenchPage };

const bench: Bench = {
  name: '2D map, 100,000 polygons in the document',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'groma-map2d-'));
    await buildPage(folder);
    const server = createServer((request, response) => {
      const script = request.url === '/page.js';
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(
        script
          ? readFileSync(join(folder, 'page.js'))
          : '<!doctype html><meta charset="utf-8"><style>body{margin:0}</style><script type="module" src="/page.js"></script>',
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(() => 'bench' in window);
      const rows: Row[] = [];
      for (const range of ['work', 'full'] as const) rows.push(...(await measure(page, range)));
      return rows;
    } finally {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

interface Times {
  readonly pan: number[];
  /** With what is painted once the hand has let go. */
  readonly whole: number[];
  readonly drag: number[];
  readonly commit: number[];
}

/** Ours and the peer in turns, so that a slow moment of the machine falls on both. */
async function measure(page: Page, range: Range): Promise<Row[]> {
  const ours: Times = { pan: [], whole: [], drag: [], commit: [] };
  const peer: Times = { pan: [], whole: [], drag: [], commit: [] };
  let seen = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    await open(page, 'peer', range);
    await panRounds(page, peer);
    seen = await open(page, 'ours', range);
    await panRounds(page, ours);
    await open(page, 'ours', range);
    for (let round = 0; round < ROUNDS; round++) {
      const drag = () => page.evaluate((frames) => window.bench.dragVertex(frames), FRAMES);
      ours.drag.push((await busy(page, drag)) / FRAMES);
      ours.commit.push(await busy(page, () => page.evaluate(() => window.bench.commit())));
      await settle(page);
    }
  }
  await page.evaluate(() => window.bench.close());
  const what = `${seen.toLocaleString('en')} in view`;
  const row = (name: string, mine: number[], others: number[]) =>
    atMost(1, {
      what: `${name}, ${what}`,
      ours: median(mine),
      peer: median(others),
      against: 'VectorImage panned',
      unit: 'ms a frame',
    });
  return [
    row('pan', ours.pan, peer.pan),
    row('pan and what is painted after it', ours.whole, peer.whole),
    row('drag one vertex', ours.drag, peer.pan),
    {
      what: `commit the vertex, ${what}`,
      ours: median(ours.commit),
      peer: undefined,
      against: '',
      unit: 'ms once',
      target: 'reported',
    },
  ];
}

async function panRounds(page: Page, times: Times): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const moving = await busy(page, () => page.evaluate((frames) => window.bench.pan(frames), FRAMES));
    const after = await busy(page, () => settle(page));
    times.pan.push(moving / FRAMES);
    times.whole.push((moving + after) / FRAMES);
  }
}

function settle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 800)));
}

function open(page: Page, kind: Kind, range: Range): Promise<number> {
  return page.evaluate(([which, where]) => window.bench.open(which, where), [kind, range] as const);
}

/** Milliseconds the main thread was at work meanwhile. */
async function busy(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  const before = await taken();
  await work();
  const after = await taken();
  await session.detach();
  return after - before;
}

async function buildPage(folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..', '..'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'map2d', 'page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
}
