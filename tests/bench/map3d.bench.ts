/**
 * The globe over many polygons, compared with a plain scene of Cesium with the same objects: main-thread time of a
 * pan, a pick, and the switch from the 2D map; and what the built workbench loads for it, and when.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cesiumFiles } from '../../workbench/tools/cesium-files.ts';
import { earthTiles } from '../../workbench/tools/earth-tiles.ts';
import type { GlobePage } from './map3d/page.ts';
import { fetched } from './map3d/fetched.ts';
import { busy, onPage } from './page-host.ts';
import { atMost, inTurns, within, type Bench, type ReportRow } from './report.ts';

declare const window: { bench: GlobePage };

const STYLES = join(import.meta.dirname, '../../plugins/globe/map-3d/map/map.css');
const DRAWN = 20_000;
const SWITCHED = 10_000;
const FRAMES = 6;
const QUERIES = 40;
const TURNS = 2;

const bench: Bench = {
  name: '3D globe',
  parts: ['pan', 'pick', 'switch', 'fetched'],
  async run(requested) {
    const rows: ReportRow[] = [];
    if (['pan', 'pick', 'switch'].some((part) => requested.has(part)))
      await onPage(
        'map3d/page.ts',
        async (page) => {
          await page.addStyleTag({ path: STYLES });
          if (requested.has('pan')) rows.push(await pan(page));
          if (requested.has('pick')) rows.push(...(await pick(page)));
          if (requested.has('switch')) rows.push(await change(page));
          await page.evaluate(() => window.bench.close());
        },
        { plugins: [cesiumFiles(), earthTiles()] },
      );
    if (requested.has('fetched')) rows.push(...(await fetched()));
    return rows;
  },
};
export default bench;

async function pan(page: Page): Promise<ReportRow> {
  const times = await inTurns(TURNS, async (kind) => {
    await page.evaluate(([which, many]) => window.bench.open(which, many), [kind, DRAWN] as const);
    return (await busy(page, () => page.evaluate((many) => window.bench.pan(many), FRAMES))) / FRAMES;
  });
  const against = 'two primitives in a bare scene';
  return atMost(1, { what: 'pan over 20,000 objects', ...times, against, unit: 'ms a frame' });
}

async function pick(page: Page): Promise<ReportRow[]> {
  const { different, ...times } = await page.evaluate(
    ([many, queries]) => window.bench.picks(many, queries),
    [DRAWN, QUERIES] as const,
  );
  const what = 'a pick among 20,000 objects';
  return [
    atMost(1.2, { what, ...times, against: 'scene.pick', unit: 'ms' }),
    within(0, { what: `${what}: answers that differ`, ours: different, unit: `of ${QUERIES}` }),
  ];
}

async function change(page: Page): Promise<ReportRow> {
  const times = await inTurns(TURNS, (kind) =>
    page.evaluate(([which, many]) => window.bench.appear(which, many), [kind, SWITCHED] as const),
  );
  const what = 'from the flat map to the globe with 10,000 objects';
  const against = 'the first frame of a bare scene with them';
  return atMost(1.5, { what, ...times, against, unit: 'ms' });
}
