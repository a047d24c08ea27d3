/** What calls of a contained plugin cost, beside the same work without the way between. */
import type { Page } from 'playwright-core';
import type { PackageFiles } from '../../server/testing/plugin-package.ts';
import { must } from '../processes.ts';
import { bundled, inBoth, openMap, openPanel, type PluginStage } from './plugins-stage.ts';
import { atMost, median, within, type ReportRow } from './report.ts';

const OBJECTS = 10_000;
const ROUNDS = 3;
/** Calls, and reads of each kind, in one round. */
const CALLS = 200;
const READS = 5;
/** Milliseconds between two rounds: a plugin that sends more than a hundred messages a second in the long run is ended. */
const PAUSE = 3000;

export async function measureCalls(stage: PluginStage): Promise<ReportRow[]> {
  const { surveyor: page, typeName, token, projectId } = stage;
  await fill(stage);
  const plugins = [
    await stage.install(await brokered(typeName)),
    await stage.install(await inThePage(typeName)),
  ];
  try {
    // Shows, and so loads, all of them.
    await openMap(page, stage.map);
    const [throughBroker, inPage] = [await opened(page, 'Broker'), await opened(page, 'Page')];
    const times: Record<'calls' | 'reads' | 'inPage' | 'asked' | 'copied', number[]> = {
      calls: [],
      reads: [],
      inPage: [],
      asked: [],
      copied: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      await page.waitForTimeout(PAUSE);
      const { calls, reads } = await throughBroker();
      const beside = await page.evaluate(readBeside, { typeName, token, projectId, reads: READS });
      times.calls.push(calls!);
      times.reads.push(reads!);
      times.inPage.push((await inPage()).reads!);
      times.asked.push(median(beside.asked));
      times.copied.push(median(beside.copied));
    }
    const reading = { what: `reading ${OBJECTS} objects`, ours: median(times.reads), unit: 'ms' };
    const direct = median(times.inPage);
    return [
      within(0.3, { what: 'call that does nothing, there and back', ours: median(times.calls), unit: 'ms' }),
      atMost(1.5, { ...reading, peer: median(times.asked), against: 'asking the server for them' }),
      atMost(1.5, { ...reading, peer: median(times.copied), against: 'copying them to a bare worker' }),
      {
        ...reading,
        peer: direct,
        against: 'a full plugin, for which nothing is copied',
        ratio: median(times.reads) / direct,
        target: 'told only',
      },
    ];
  } finally {
    for (const plugin of plugins) await stage.remove(plugin);
  }
}

async function fill({ send, projectId, typeName }: PluginStage): Promise<void> {
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
    must(await send('POST', '/geometries/autosave', changes, { projectid: projectId }), 200);
  }
}

/** Waits until a panel has seen all objects; returns what opens it, or presses its button, and reads what it measured. */
async function opened(page: Page, panel: string): Promise<() => Promise<Record<string, number>>> {
  let round = 0;
  const again = page.getByRole('button', { name: `Measure ${panel}` });
  const measure = async () => {
    const shown = page.getByText(new RegExp(`^${panel} ${++round}: `));
    if (await again.isVisible()) await again.click();
    else await openPanel(page, panel);
    const found = (await shown.innerText()).matchAll(/(\w+) ([\d.e-]+)(?= |$)/g);
    return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
  };
  for (let tries = 0; (await measure())['objects'] !== OBJECTS; tries++) {
    if (tries > 60) throw new Error(`The panel ${panel} does not see ${OBJECTS} objects.`);
    await page.waitForTimeout(500);
  }
  return measure;
}

const manifestOf = (id: string, title: string, more: object) =>
  `export default ${JSON.stringify({
    id,
    version: '1.0.0',
    groma: '^1',
    title: inBoth(title),
    description: inBoth('Measures.'),
    ...more,
  })};`;

const MEDIAN = 'const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1]!;';

/** A contained plugin whose panel measures calls and reads. */
function brokered(typeName: string): Promise<PackageFiles> {
  return bundled('acme-broker', 'tools', {
    'manifest.ts': manifestOf('acme-broker', 'Broker', {
      permissions: [`objects.read:${typeName}`],
      panels: [{ id: 'list', title: inBoth('Broker') }],
    }),
    'main.ts': `import { groma, start } from './groma.ts';
      ${MEDIAN}
      let round = 0;
      async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
        const all: number[] = [];
        for (let n = 0; n < times; n++) {
          const begun = performance.now();
          await work();
          all.push(performance.now() - begun);
        }
        return median(all);
      }
      async function measure() {
        let found = 0;
        const calls = await timed(${CALLS}, () => groma.language());
        const reads = await timed(${READS}, async () => {
          found = (await groma.objects.list('${typeName}')).objects.length;
        });
        const text = \`Broker \${++round}: calls \${calls} reads \${reads} objects \${found}\`;
        await groma.panel.show('list', [{ kind: 'text', text }, { kind: 'button', id: 'again', label: 'Measure Broker' }]);
      }
      start({ panels: { list: { opened: measure, pressed: measure } } });`,
  });
}

/** A full plugin whose panel measures the same read in the page itself. */
function inThePage(typeName: string): Promise<PackageFiles> {
  const panel = {
    id: 'acme-page.panel',
    title: 'panel',
    icon: 'table',
    render: 'acme-page.Panel',
    order: 900,
  };
  return bundled('acme-page', 'full', {
    'manifest.ts': manifestOf('acme-page', 'Page', {
      kind: 'full',
      contributes: { panels: [panel] },
      texts: { en: { panel: 'Page' }, it: { panel: 'Page' } },
    }),
    'Panel.tsx': `import { useState } from 'react';
      import { PROJECTS } from '#core/project';
      import { Button, useService } from '#core/react';
      ${MEDIAN}
      let round = 0;
      export function Panel() {
        const projects = useService(PROJECTS);
        const measure = () => {
          const times: number[] = [];
          let found: unknown[] = [];
          for (let n = 0; n < ${READS}; n++) {
            const begun = performance.now();
            found = [];
            for (const { id, typeName, location, properties, relatesTo } of projects.current!.document.values())
              if (typeName === '${typeName}') found.push({ id, typeName, location, properties, relatesTo });
            times.push(performance.now() - begun);
          }
          return \`Page \${++round}: reads \${median(times)} objects \${found.length}\`;
        };
        const [shown, setShown] = useState(measure);
        return (
          <>
            <p>{shown}</p>
            <Button onPress={() => setShown(measure())}>Measure Page</Button>
          </>
        );
      }`,
    'main.ts': `import { ContainerModule } from 'inversify';
      import { Panel } from './Panel.tsx';
      export default new ContainerModule(({ bind }) => void bind('acme-page.Panel').toConstantValue(Panel));`,
  });
}

/**
 * In the page: milliseconds of asking the server for the objects, and of copying them to a worker that does nothing with them. Without
 * named functions, for which the compiler would need a helper that the page does not have.
 */
async function readBeside(of: { typeName: string; token: string; projectId: string; reads: number }) {
  const asked: number[] = [];
  const copied: number[] = [];
  const code = URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data.length);']));
  const worker = new Worker(code);
  for (let n = 0; n <= of.reads; n++) {
    let begun = performance.now();
    const answer = await fetch('/api/geometries?bbox=-180,-90,180,90', {
      headers: { jwt: of.token, projectid: of.projectId, type: of.typeName },
    });
    const objects = (await answer.json()) as Record<string, unknown>[];
    asked.push(performance.now() - begun);
    for (const object of objects) delete object['metadata'];
    begun = performance.now();
    await new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.postMessage(objects);
    });
    copied.push(performance.now() - begun);
  }
  worker.terminate();
  URL.revokeObjectURL(code);
  // The first one starts the worker.
  return { asked: asked.slice(1), copied: copied.slice(1) };
}
