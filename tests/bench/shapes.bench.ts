/**
 * Splitting, merging and offsetting polygons of 10,000 vertices with heights, from longitude and latitude and back,
 * compared with the plain calls of the geometry library on prepared integers.
 */
import { onPage } from './page-host.ts';
import { atMost, type Bench } from './report.ts';
import type { ShapesPage } from './shapes/page.ts';

declare const window: { bench: ShapesPage };

const bench: Bench = {
  name: 'Edits of polygons of 10,000 vertices',
  run: () =>
    onPage('shapes/page.ts', async (page) => {
      await page.evaluate(() => window.bench.ready());
      const row = (what: string, times: { ours: number; peer: number }, against: string) =>
        atMost(1.5, { what, ...times, against, unit: 'ms' });
      return [
        row('split in two', await page.evaluate(() => window.bench.split()), 'two overlays by Clipper'),
        row('merge two', await page.evaluate(() => window.bench.merge()), 'a union by Clipper'),
        row(
          'set off by 5 m in UTM',
          await page.evaluate(() => window.bench.offset()),
          'an offset by Clipper',
        ),
      ];
    }),
};
export default bench;
