/**
 * Main-thread time of panning, of dragging one vertex and of committing it over many polygons, compared with plain
 * OpenLayers layers over the same objects and style: everything that the browser's main thread did (Chromium's
 * TaskDuration).
 */
import type { Page } from 'playwright-core';
import type { BenchPage, MapRenderer } from './map2d/page.ts';
import type { Range } from './map2d/parcels.ts';
import { busy, onPage } from './page-host.ts';
import { atMost, median, type Bench, type ReportRow } from './report.ts';

const FRAMES = 60;
/** Frames in which the peer redraws all objects. */
const SLOW_FRAMES = 8;
const COUNTS = [100_000, 300_000];
/** So many are also panned with categories and labels. */
const STYLED_COUNT = 100_000;
const RANGES = ['work', 'full'] as const;
const partOf = (range: Range, count: number): string => `${range}-${count / 1_000}k`;

declare const window: { bench: BenchPage };

const bench: Bench = {
  name: '2D map, polygons in the document',
  parts: COUNTS.flatMap((count) => RANGES.map((range) => partOf(range, count))),
  run: (requested) =>
    onPage('map2d/page.ts', async (page) => {
      const rows: ReportRow[] = [];
      for (const count of COUNTS)
        for (const range of RANGES)
          if (requested.has(partOf(range, count))) rows.push(...(await measure(page, range, count)));
      return rows;
    }),
};
export default bench;

interface Times {
  readonly pan: number[];
  /** Including what is painted after the pointer is released. */
  readonly whole: number[];
  readonly drag: number[];
  readonly commit: number[];
}

const none = (): Times => ({ pan: [], whole: [], drag: [], commit: [] });

/** Ours and the peers alternate, so that a slow moment of the machine affects all. */
async function measure(page: Page, range: Range, count: number): Promise<ReportRow[]> {
  const [ours, styled, image, layer] = [none(), none(), none(), none()];
  const turns = count > 100_000 ? 1 : 2;
  let seen = 0;
  for (let turn = 0; turn < turns; turn++) {
    await open(page, 'image', range, count);
    for (let round = 0; round < 2; round++) await pan(page, image);
    await edit(page, image, SLOW_FRAMES, 1);
    await open(page, 'layer', range, count);
    await edit(page, layer, SLOW_FRAMES, 0);
    seen = await open(page, 'ours', range, count);
    for (let round = 0; round < 2; round++) await pan(page, ours);
    if (count === STYLED_COUNT) {
      await open(page, 'styled', range, count);
      for (let round = 0; round < 2; round++) await pan(page, styled);
    }
    await open(page, 'ours', range, count);
    await edit(page, ours, FRAMES, 2);
  }
  await page.evaluate(() => window.bench.close());
  const of = `${seen.toLocaleString('en')} of ${count.toLocaleString('en')} in view`;
  const row = (times: number, what: string, mine: number[], others: number[], against: string) =>
    atMost(times, {
      what: `${what}, ${of}`,
      ours: median(mine),
      peer: median(others),
      against,
      unit: what === 'commit' ? 'ms once' : 'ms a frame',
    });
  const isStyled = styled.pan.length > 0;
  return [
    ...(isStyled ? [row(1.2, 'pan categorized and labelled', styled.pan, ours.pan, 'in one colour')] : []),
    row(1, 'pan', ours.pan, image.pan, 'VectorImage panned'),
    row(1, 'pan and what is painted after it', ours.whole, image.whole, 'VectorImage panned'),
    row(1.25, 'drag one vertex', ours.drag, image.pan, 'VectorImage panned'),
    row(range === 'full' ? 0.01 : 1 / 7, 'drag one vertex', ours.drag, layer.drag, 'VectorLayer'),
    row(range === 'full' ? 0.2 : 1, 'commit', ours.commit, image.commit, 'VectorImage'),
  ];
}

async function pan(page: Page, times: Times): Promise<void> {
  const moving = await busy(page, () => page.evaluate((frames) => window.bench.pan(frames), FRAMES));
  const after = await busy(page, () => page.evaluate(() => window.bench.settle()));
  times.pan.push(moving / FRAMES);
  times.whole.push((moving + after) / FRAMES);
}

async function edit(page: Page, times: Times, frames: number, commits: number): Promise<void> {
  const drag = () => page.evaluate((so) => window.bench.dragVertex(so), frames);
  times.drag.push((await busy(page, drag)) / frames);
  for (let i = 0; i < commits; i++) {
    times.commit.push(await busy(page, () => page.evaluate(() => window.bench.commit())));
    await page.evaluate(() => window.bench.settle());
    if (i + 1 < commits) times.drag.push((await busy(page, drag)) / frames);
  }
}

function open(page: Page, kind: MapRenderer, range: Range, count: number): Promise<number> {
  return page.evaluate(([which, where, many]) => window.bench.open(which, where, many), [
    kind,
    range,
    count,
  ] as const);
}
