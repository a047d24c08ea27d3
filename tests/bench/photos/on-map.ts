import type { Page } from 'playwright-core';
import { busy, onPage } from '../page-host.ts';
import { atMost, inTurns, type ReportRow } from '../report.ts';
import type { PanoramaMapPage } from './map-page.ts';

declare const window: { bench: PanoramaMapPage };

const FRAMES = 60;
const TURNS = 3;
const RANGES = [
  { zoom: 14, shows: 'all in view' },
  { zoom: 19, shows: 'those of a street with their directions' },
] as const;

/** What the main thread does for each frame of a moving map with very many panoramas, and for plain points. */
export function onMap(): Promise<ReportRow[]> {
  return onPage('photos/map-page.ts', async (page) => {
    const rows: ReportRow[] = [];
    for (const { zoom, shows } of RANGES) {
      const times = await inTurns(TURNS, async (kind) => {
        await page.evaluate(([which, at]) => window.bench.open(which, at), [kind, zoom] as const);
        return moved(page);
      });
      rows.push(
        atMost(1.25, {
          what: `a frame of moving 20,000 panoramas, ${shows}`,
          ...times,
          against: 'plain points of OpenLayers',
          unit: 'ms',
        }),
      );
    }
    return rows;
  });
}

/** With what is drawn after the map has stopped. */
async function moved(page: Page): Promise<number> {
  const spent = await busy(page, async () => {
    await page.evaluate((frames) => window.bench.pan(frames), FRAMES);
    await page.evaluate(() => window.bench.settle());
  });
  return spent / FRAMES;
}
