/**
 * What plugins from outside cost: the start of the workbench with fifty of them beside none, the way from installing one to
 * using it in another session, a call, reading objects, and what is left of those that were removed.
 */
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from '../chromium.ts';
import { layGround } from '../faults/kills.ts';
import { startServer } from '../processes.ts';
import { measureCalls } from './plugins-calls.ts';
import { measureRemoval } from './plugins-removal.ts';
import { measureStarts } from './plugins-starts.ts';
import { bundled, inBoth, openMap, openPanel, openStage, type PluginStage } from './plugins-stage.ts';
import { median, within, type Bench, type ReportRow } from './report.ts';

const INSTALLS = 5;

const PARTS: Record<string, (stage: PluginStage) => Promise<ReportRow[]>> = {
  start: measureStarts,
  install: installing,
  calls: measureCalls,
  removal: measureRemoval,
};

const bench: Bench = {
  name: 'Plugins from outside',
  parts: Object.keys(PARTS),
  async run(requested) {
    const ground = await layGround('embedded');
    const server = await startServer(ground.env);
    const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
    try {
      const stage = await openStage(ground.url, browser);
      const rows: ReportRow[] = [];
      for (const [part, measure] of Object.entries(PARTS))
        if (requested.has(part)) rows.push(...(await measure(stage)));
      return rows;
    } finally {
      await browser.close();
      await server.end('SIGKILL');
      await ground.remove();
    }
  },
};
export default bench;

/** From the package on its way to the server to what its panel shows in the open map of somebody else. */
async function installing(stage: PluginStage): Promise<ReportRow[]> {
  const page = stage.surveyor;
  const files = await bundled('acme-fresh', 'tools', {
    'manifest.ts': `export default { id: 'acme-fresh', version: '1.0.0', groma: '^1', title: ${JSON.stringify(inBoth('Fresh'))},
      description: ${JSON.stringify(inBoth('x'))}, panels: [{ id: 'list', title: ${JSON.stringify(inBoth('Fresh'))} }] };`,
    'main.ts': `import { groma, start } from './groma.ts';
      const opened = () => groma.panel.show('list', [{ kind: 'text', text: 'Here it is' }]);
      start({ panels: { list: { opened } } });`,
  });
  await openMap(page, stage.map);
  const times: number[] = [];
  for (let n = 0; n < INSTALLS; n++) {
    const begun = performance.now();
    const plugin = await stage.install(files);
    const panel = await openPanel(page, 'Fresh');
    await page.getByText('Here it is').waitFor();
    times.push((performance.now() - begun) / 1000);
    await stage.remove(plugin);
    await panel.waitFor({ state: 'detached' });
  }
  return [
    within(2, {
      what: 'install to used in an open session of somebody else',
      ours: median(times),
      unit: 's',
    }),
    within(2, { what: 'the first of these, with the code for plugins', ours: times[0]!, unit: 's' }),
  ];
}
