/** What plugins that were used leave in an open page when they are removed. */
import type { CDPSession, Page } from 'playwright-core';
import type { InstalledPlugin } from '#core/protocol';
import type { PackageFiles } from '../../server/testing/plugin-package.ts';
import { must } from '../processes.ts';
import { bundled, openMap, openPanel, type PluginStage } from './plugins-stage.ts';
import { within, type ReportRow } from './report.ts';

const ROUNDS = 3;
/** Panels, and what they show. */
const PANELS = [
  ['Wells', 'Depth of the next well [m]'],
  ['Heights of stations', 'Read again'],
  ['Inventory', /^(No objects are loaded\.|pole|Well)$/],
] as const;

export async function measureRemoval(stage: PluginStage): Promise<ReportRow[]> {
  const page = stage.surveyor;
  const packages = [
    await bundled('acme-wells', 'tools'),
    await bundled('acme-stations', 'files'),
    await bundled('acme-stock', 'full'),
  ];
  for (const name of ['Well', 'Station'])
    must(await stage.send('POST', '/attributes', { name, fields: [] }), 201);
  // What the page fetches ahead meanwhile would count.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await openMap(page, stage.map);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  // The first time loads what Groma itself has for plugins, and keeps.
  await once(stage, page, packages);
  const before = await countsOf(page, browser);
  let installed: InstalledPlugin[] = [];
  for (let round = 0; round < ROUNDS; round++) installed = await once(stage, page, packages);
  const after = await countsOf(page, browser);
  const served = await stillServed(stage, page, installed);
  await browser.detach();
  const rows = Object.entries(after).map(([what, count]) =>
    within(0, {
      what: `${what} left after ${ROUNDS} times installed, used and removed`,
      ours: count - before[what]!,
      unit: what,
    }),
  );
  return [
    ...rows,
    within(0, { what: 'addresses of removed plugins that open', ours: served, unit: 'addresses' }),
  ];
}

/** Installs contained plugins and a full one, uses a tool and panels of them in the open page, and removes all. */
async function once(
  stage: PluginStage,
  page: Page,
  packages: readonly PackageFiles[],
): Promise<InstalledPlugin[]> {
  const installed: InstalledPlugin[] = [];
  for (const files of packages) installed.push(await stage.install(files));
  const hint = page.getByText('Click where the well is, or type its place.');
  const gone = [hint];
  // Each takes the place of the one before; what is shown last is there while all are removed.
  for (const [panel, shows] of PANELS) {
    gone.push(await openPanel(page, panel));
    await page.getByText(shows).first().waitFor();
  }
  await page.evaluate(
    (to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    new URL(`${stage.map}/2doutside/acme-wells/place`).pathname,
  );
  await hint.waitFor();
  const map = (await page.getByRole('application').boundingBox())!;
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  for (const plugin of installed) await stage.remove(plugin);
  for (const each of gone) await each.waitFor({ state: 'detached' });
  // Messages about it close by themselves, but later.
  for (const close of await page.getByRole('button', { name: /^Close/ }).all())
    await close.click().catch(() => undefined);
  return installed;
}

/** What is alive in the page once everything unreachable was collected. */
async function countsOf(page: Page, browser: CDPSession): Promise<Record<string, number>> {
  await page.mouse.move(640, 400);
  await page.waitForTimeout(2_000);
  for (let n = 0; n < 3; n++) await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  const styles = await page.evaluate(() => document.styleSheets.length + document.adoptedStyleSheets.length);
  return {
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
    frames: metric('Frames'),
    'style sheets': styles,
    workers: page.workers().length,
  };
}

/** Of all addresses of removed plugins, on the server and in the workbench, how many still give something. */
async function stillServed(
  { url, token }: PluginStage,
  page: Page,
  installed: readonly InstalledPlugin[],
): Promise<number> {
  let open = 0;
  for (const { id, versions } of installed) {
    const [{ manifest }] = versions as [(typeof versions)[number]];
    const sum = manifest.files['entry.js'];
    for (const path of [
      `/extensions/${sum}/entry.js`,
      `/extensions/${sum}/full.js`,
      `/api/plugins/${id}/documents`,
    ])
      if ((await fetch(url + path, { headers: { jwt: token } })).ok) open += 1;
  }
  await page.goto(`${url}/plugin/acme-stations/heights`);
  const notFound = page.getByText('Page not found').first();
  await notFound.or(page.getByRole('heading', { name: 'Stations' })).waitFor();
  if (!(await notFound.isVisible())) open += 1;
  return open;
}
