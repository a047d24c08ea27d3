import type { Browser, Page } from 'playwright-core';
import type { Position } from '../../core/protocol/index.ts';
import { openBrowser, signInAs } from '../journeys/harness.ts';

/** Milliseconds in which a zoom is loaded and painted. */
const SETTLED = 2_500;

export interface MapFigures {
  /** The longest task of the main thread at each zoom, milliseconds; 0 below 50. */
  readonly longest: ReadonlyMap<number, number>;
  /** The most processor time of one task of the main thread at each zoom, milliseconds, whatever else is at work. */
  readonly busiest: ReadonlyMap<number, number>;
  /** The largest heap of the main thread, megabytes. */
  readonly heap: number;
  /** The largest tile, bytes. */
  readonly tile: number;
}

declare const window: { tasks: number[] };

/** Zooms a project in from `from` to `to` around a place, as a person does, and back out. */
export async function measureMap(
  {
    url,
    account,
    projectId,
  }: { url: string; account: { email: string; password: string }; projectId: string },
  place: Position,
  [from, to]: readonly [number, number],
): Promise<MapFigures> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(() => {
      window.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.tasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    let tile = 0;
    page.on('response', (response) => {
      if (/\/tiles\/.*\.mvt/.test(response.url()))
        response.body().then(
          ({ length }) => (tile = Math.max(tile, length)),
          () => undefined,
        );
    });
    await signInAs(page, url, account);
    await page.goto(`${url}/draw/${projectId}?at=${from}/${place[1]}/${place[0]}`);
    await page.locator('.map2d-tiles').first().waitFor();
    await page.waitForTimeout(SETTLED);
    const longest = new Map<number, number>();
    const busiest = new Map<number, number>();
    let heap = 0;
    await page.mouse.move(640, 400);
    for (const step of [1, -1])
      for (let zoom = step > 0 ? from : to; step > 0 ? zoom <= to : zoom >= from; zoom += step) {
        await page.evaluate(() => void (window.tasks.length = 0));
        const busy = await busiestTask(browser, page, async () => {
          await page.keyboard.press(step > 0 ? '+' : '-');
          await page.waitForTimeout(SETTLED);
        });
        busiest.set(zoom, Math.max(busiest.get(zoom) ?? 0, busy));
        const tasks = await page.evaluate(() => window.tasks);
        longest.set(zoom, Math.max(longest.get(zoom) ?? 0, ...tasks));
        heap = Math.max(heap, await heapOf(page));
      }
    return { longest, busiest, heap, tile };
  } finally {
    await browser.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The most processor time that one task of a main thread takes during `work`, milliseconds. */
async function busiestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => keyOf(event)),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(keyOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value / 1024 ** 2;
}
