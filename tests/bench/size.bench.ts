/**
 * JavaScript that the browser has loaded when a page is complete, gzipped: measured from the network of a real
 * browser on the built workbench, not from the build's list.
 */
import { gzipSync } from 'node:zlib';
import { openBrowser, startGroma } from '../journeys/harness.ts';
import { within, type Bench, type ReportRow } from './report.ts';

const KB = 1000;
/** Words that only occur in the engines that must not be loaded here. */
const HEAVY = ['czm_modelViewProjection', 'WebGLRenderer', 'IfcImporter', 'web-ifc'];

const bench: Bench = {
  name: 'JavaScript loaded',
  counts: true,
  async run() {
    const groma = await startGroma();
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const requested = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'script') requested.add(request.url());
      });
      const loaded = (): Promise<Buffer[]> => Promise.all([...requested].map(bytesOf));
      const rows: ReportRow[] = [];
      const measure = async (what: string, budget: number): Promise<void> => {
        await settled(() => requested.size);
        const total = (await loaded()).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
        rows.push(within(budget, { what, ours: total / KB, unit: 'KB gzipped' }));
      };
      await page.goto(`${groma.url}/login`);
      await page.getByRole('textbox').first().waitFor();
      await measure('/login', 200);
      const { project } = await groma.signIn(page);
      await page.goto(`${groma.url}/draw/${project}`);
      await page.locator('canvas').first().waitFor();
      // From an empty cache, everything that this page needs.
      requested.clear();
      await page.reload();
      await page.locator('canvas').first().waitFor();
      await measure('2D workspace', 450);
      // Fetching ahead begins 8 s after the view has opened.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      await measure('2D workspace, idle', 700);
      const scripts = await loaded();
      const heavy = HEAVY.filter((word) => scripts.some((body) => body.includes(word)));
      rows.push(
        within(0, {
          what: `heavy engines in the 2D workspace ${heavy.join(', ')}`.trim(),
          ours: heavy.length,
          unit: 'found',
        }),
      );
      return rows;
    } finally {
      await browser.close();
      await groma.stop();
    }
  },
};
export default bench;

/** Resolves when nothing was requested for two seconds: the event stream keeps the network from being idle. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}
