/**
 * The waiting times of tools over many polygons, compared with OpenLayers: preparation, snaps, hits, moves, undo,
 * loading.
 */
import type { Page } from 'playwright-core';
import type { ToolsRenderer, ToolsPage } from './map2d/tools-page.ts';
import type { Range } from './map2d/parcels.ts';
import { onPage } from './page-host.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

declare const window: { bench: ToolsPage };

const COUNTS = [100_000, 300_000];
const MOVES = 240;
const MOVED = 10_000;

const bench: Bench = {
  name: 'Tools of the 2D map',
  parts: ['peer', 'moves', 'undo', 'loading'],
  run: (requested) =>
    onPage('map2d/tools-page.ts', async (page) => {
      const rows: ReportRow[] = [];
      for (const range of ['work', 'full'] as const) {
        if (requested.has('peer')) rows.push(...(await besidePeer(page, range)));
        for (const count of COUNTS) {
          if (requested.has('moves')) rows.push(...(await moves(page, range, count)));
          if (requested.has('undo')) rows.push(...(await undo(page, range, count)));
        }
      }
      if (requested.has('loading')) rows.push(...(await loading(page)));
      await page.evaluate(() => window.bench.close());
      return rows;
    }),
};
export default bench;

async function open(page: Page, range: Range, count: number, temporary: boolean): Promise<string> {
  const seen = await page.evaluate(([where, many, both]) => window.bench.open(where, many, both), [
    range,
    count,
    temporary,
  ] as const);
  return `${seen.toLocaleString('en')} of ${count.toLocaleString('en')} in view`;
}

async function besidePeer(page: Page, range: Range): Promise<ReportRow[]> {
  const of = await open(page, range, 100_000, true);
  const ready = await page.evaluate(() => window.bench.ready());
  const snaps = await page.evaluate((many) => window.bench.snaps(many), range === 'work' ? 2_000 : 500);
  // The peer draws everything in view for each.
  const queries = range === 'work' ? 1_000 : 100;
  const { different, ...hits } = await page.evaluate((many) => window.bench.hits(many), queries);
  const against = 'forEachFeatureAtPixel';
  return [
    atMost(0.2, { what: `ready to edit, ${of}`, ...ready, against: 'Snap and Modify built', unit: 'ms' }),
    atMost(1 / 3, { what: `a snap, ${of}`, ...snaps, against: 'Snap.snapTo', unit: 'ms' }),
    atMost(range === 'full' ? 0.01 : 1, { what: `a hit, ${of}`, ...hits, against, unit: 'ms' }),
    within(0, { what: `answers that differ, ${of}`, ours: different, unit: `of ${queries}` }),
  ];
}

/** Without a peer: OpenLayers has no such tool, or leaves it to the application. */
async function moves(page: Page, range: Range, count: number): Promise<ReportRow[]> {
  const of = await open(page, range, count, false);
  const unit = 'ms of script, 95 of 100 moves';
  const drawn = await page.evaluate((many) => window.bench.draw(many, false), MOVES);
  const traced = await page.evaluate((many) => window.bench.draw(many, true), MOVES);
  return [
    within(8, { what: `move while drawing, every kind of snap, ${of}`, ours: p95(drawn), unit }),
    within(8, { what: `move while tracing, ${of}`, ours: p95(traced), unit }),
  ];
}

async function undo(page: Page, range: Range, count: number): Promise<ReportRow[]> {
  const of = await open(page, range, count, false);
  const undone: { settled: number; painted: number }[] = [];
  for (let i = 0; i < 3; i++) undone.push(await page.evaluate((many) => window.bench.undo(many), MOVED));
  const settled = median(undone.map((each) => each.settled));
  const painted = median(undone.map((each) => each.painted));
  const what = `undo of a move of 10,000 objects, ${of}`;
  return [
    within(200, { what: `${what}, until the document is as it was`, ours: settled, unit: 'ms' }),
    within(200, { what: `${what}, until it is seen`, ours: painted, unit: 'ms' }),
  ];
}

async function loading(page: Page): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const range of ['work', 'full'] as const) {
    const times: Record<ToolsRenderer, number[]> = { ours: [], peer: [] };
    for (const kind of ['peer', 'ours', 'ours', 'peer'] as const) {
      await page.evaluate((which) => window.bench.prepare(which, 100_000), kind);
      // No run starts with the garbage of the previous one.
      await page.requestGC();
      times[kind].push(
        await page.evaluate(([which, where]) => window.bench.load(which, where), [kind, range] as const),
      );
    }
    rows.push(
      atMost(1 / 3, {
        what: `100,000 objects from the text of the answer to a map that is painted and answers, ${range}`,
        ours: median(times.ours),
        peer: median(times.peer),
        against: 'GeoJSON into a VectorLayer',
        unit: 'ms',
      }),
    );
  }
  return rows;
}

function p95(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length * 0.95)]!;
}
