/**
 * What plugins from outside cost: the start of the workbench with fifty of them, the way from installing one to using it in
 * another session, a call, and reading objects.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chromium, type Browser } from 'playwright-core';
import type { InstalledPlugin } from '#core/protocol';
import {
  newSigningKey,
  packageFiles,
  signed,
  zipped,
  type PackageFiles,
} from '../../server/testing/plugin-package.ts';
import { bundlePlugin } from '../../workbench/tools/contained/bundle.ts';
import { makePlugin } from '../../workbench/tools/contained/make.ts';
import { CHROMIUM_ARGS, findChromium } from '../chromium.ts';
import { layGround, openPlace } from '../faults/kills.ts';
import { signInAs } from '../journeys/harness.ts';
import { ADMIN, call, must, startServer } from '../processes.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const INSTALLED = 50;
const STARTS = 7;
const CALLS = 200;
const OBJECTS = 10_000;
const READS = 7;

const bench: Bench = {
  name: 'Plugins from outside',
  async run() {
    const ground = await layGround('embedded');
    const server = await startServer(ground.env);
    const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
    try {
      return await measured(await stageOn(ground.url, browser));
    } finally {
      await browser.close();
      await server.end('SIGKILL');
      await ground.remove();
    }
  },
};
export default bench;

type Stage = Awaited<ReturnType<typeof stageOn>>;

async function stageOn(url: string, browser: Browser) {
  const { token, projectId, typeName } = await openPlace(url);
  const page = await browser.newPage();
  await signInAs(page, url, ADMIN);
  const key = newSigningKey();
  must(await call(url, token, 'POST', '/plugin-keys', { name: 'Bench', publicKey: key.publicKey }), 201);
  const install = async (files: PackageFiles): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await zipped(signed(files, key)))]), 'plugin.zip');
    const headers = { jwt: token };
    const answer = await fetch(`${url}/api/plugins`, { method: 'POST', headers, body: form });
    const plugin = (await answer.json()) as InstalledPlugin;
    if (answer.status !== 201) throw new Error(JSON.stringify(plugin));
    const [version] = plugin.versions;
    const body = { versionId: version!.id, granted: version!.manifest.permissions, enabled: true };
    const ifMatch = { 'if-match': `"${plugin.version}"` };
    must(await call(url, token, 'PUT', `/plugins/${plugin.id}`, body, ifMatch), 200);
  };
  return { url, token, projectId, typeName, page, install };
}

async function measured(stage: Stage): Promise<ReportRow[]> {
  const without = await start(stage);
  for (let n = 0; n < INSTALLED; n++) await stage.install(packageFiles(small(n), `// ${n}\n`));
  const withAll = await start(stage);
  const rows = [
    within(50, {
      what: `start of the map with ${INSTALLED} plugins, more than with none`,
      ours: withAll.milliseconds - without.milliseconds,
      unit: 'ms',
    }),
    within(0, { what: 'requests for the code of unused plugins', ours: withAll.requests, unit: 'requests' }),
  ];
  await fill(stage);
  // Shows all of them.
  await stage.page.goto(`${stage.url}/draw/${stage.projectId}`);
  await stage.page.getByRole('application').waitFor();
  const begun = performance.now();
  await stage.install(await measuringPlugin(stage.typeName));
  await stage.page.getByRole('button', { name: 'Measuring', exact: true }).click();
  await stage.page.getByText(/^calls /).waitFor();
  rows.push(
    within(2, {
      what: 'install to used in an open session',
      ours: (performance.now() - begun) / 1000,
      unit: 's',
    }),
  );
  return [...rows, ...(await talking(stage))];
}

/** From the address to the map with its tools; the median, and the requests for code of plugins. */
async function start({ url, projectId, page }: Stage): Promise<{ milliseconds: number; requests: number }> {
  const times: number[] = [];
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/extensions/') ? 1 : 0));
  for (let n = 0; n < STARTS; n++) {
    const begun = performance.now();
    await page.goto(`${url}/draw/${projectId}`);
    await page.getByRole('application').waitFor();
    times.push(performance.now() - begun);
  }
  page.removeAllListeners('request');
  return { milliseconds: median(times), requests };
}

const both = (text: string) => ({ en: text, it: text });
function small(n: number): object {
  return {
    id: `acme-p${n}`,
    title: both(`Plugin ${n}`),
    tools: [{ id: 'place', title: both(`Place ${n}`), hint: both('Click') }],
    panels: [{ id: 'list', title: both(`List ${n}`) }],
    commands: [{ id: 'run', title: both(`Run ${n}`) }],
  };
}

async function fill({ url, token, projectId, typeName }: Stage): Promise<void> {
  for (let n = 0; n < OBJECTS; n += 1000) {
    const changes = Array.from({ length: 1000 }, (_, k) => ({
      clientId: crypto.randomUUID(),
      typeName,
      location: {
        type: 'Point',
        coordinates: [12.4 + ((n + k) % 100) / 1e4, 41.8 + Math.floor((n + k) / 100) / 1e4],
      },
      properties: { name: `Pole ${n + k}`, height: 8 },
    }));
    must(await call(url, token, 'POST', '/geometries/autosave', changes, { projectid: projectId }), 200);
  }
}

/** A plugin whose panel measures calls and reads, and shows the medians. */
async function measuringPlugin(typeName: string): Promise<PackageFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-bench-'));
  try {
    const plugin = join(folder, 'acme-measuring');
    makePlugin(plugin);
    writeFileSync(
      join(plugin, 'manifest.ts'),
      `export default { id: 'acme-measuring', version: '1.0.0', groma: '^1', title: ${JSON.stringify(both('Measuring'))},
        description: ${JSON.stringify(both('x'))}, permissions: ['objects.read:${typeName}'],
        panels: [{ id: 'list', title: ${JSON.stringify(both('Measuring'))} }] };`,
    );
    writeFileSync(
      join(plugin, 'main.ts'),
      `import { groma, start } from './groma.ts';
      const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1]!;
      async function measure() {
        const calls: number[] = [];
        for (let n = 0; n < ${CALLS}; n++) {
          const begun = performance.now();
          await groma.language();
          calls.push(performance.now() - begun);
        }
        const reads: number[] = [];
        let found = 0;
        for (let n = 0; n < ${READS}; n++) {
          const begun = performance.now();
          found = (await groma.objects.list('${typeName}')).objects.length;
          reads.push(performance.now() - begun);
        }
        const text = \`calls \${median(calls)} reads \${median(reads)} objects \${found}\`;
        await groma.panel.show('list', [{ kind: 'text', text }, { kind: 'button', id: 'again', label: 'Measure' }]);
      }
      start({ panels: { list: { opened: measure, pressed: measure } } });`,
    );
    const { files } = await bundlePlugin(plugin);
    return new Map(files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A call without work, and reading all objects beside asking the server for the same. */
async function talking({ page, projectId, token, typeName }: Stage): Promise<ReportRow[]> {
  const shown = page.getByText(/^calls /);
  const read = async () =>
    /calls (\S+) reads (\S+) objects (\d+)/
      .exec(await shown.innerText())!
      .slice(1)
      .map(Number);
  let [calls = 0, reads = 0, objects = 0] = await read();
  for (let tries = 0; objects < OBJECTS && tries < 30; tries++) {
    await page.waitForTimeout(1000);
    await page.getByRole('button', { name: 'Measure' }).click();
    [calls = 0, reads = 0, objects = 0] = await read();
  }
  const direct = await page.evaluate(
    async ({ projectId, token, typeName, reads }) => {
      const times: number[] = [];
      for (let n = 0; n < reads; n++) {
        const begun = performance.now();
        const answer = await fetch('/api/geometries?bbox=-180,-90,180,90', {
          headers: { jwt: token, projectid: projectId, type: typeName },
        });
        await answer.json();
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[times.length >> 1]!;
    },
    { projectId, token, typeName, reads: READS },
  );
  return [
    within(0.3, { what: 'call that does nothing, there and back', ours: calls, unit: 'ms' }),
    atMost(1.5, {
      what: `reading ${objects} objects`,
      ours: reads,
      peer: direct,
      against: 'asking the server for them',
      unit: 'ms',
    }),
  ];
}
