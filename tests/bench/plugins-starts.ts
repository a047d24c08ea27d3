/** What plugins that nobody uses cost when the workbench starts. */
import type { Page } from 'playwright-core';
import type { InstalledPlugin } from '#core/protocol';
import { packageFiles } from '../../server/testing/plugin-package.ts';
import { inBoth, openMap, type PluginStage } from './plugins-stage.ts';
import { median, within, type ReportRow } from './report.ts';

const INSTALLED = 50;
/** Pairs of starts, one with plugins and one without, whose differences are judged. */
const PAIRS = 30;
/** Milliseconds after the start in which plugins are added to the page, and whatever else is late is done. */
const AFTER = 1_500;

interface Start {
  /** Milliseconds until the map is there with its tools. */
  readonly shown: number;
  /** Milliseconds of the processor in the main thread of the page, also for what comes after that. */
  readonly worked: number;
}

/**
 * Starts of the same map by the same person with fifty plugins switched on and off, in pairs and in turn, so that a slow moment of
 * the machine is in both. Their differences are judged, and not what a start takes.
 */
export async function measureStarts(stage: PluginStage): Promise<ReportRow[]> {
  const page = stage.surveyor;
  let plugins: InstalledPlugin[] = [];
  for (let n = 0; n < INSTALLED; n++) plugins.push(await stage.install(packageFiles(small(n), `// ${n}\n`)));
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/extensions/') ? 1 : 0));
  const start = await starter(page, stage.map);
  const startWith = async (enabled: boolean): Promise<Start> => {
    // An open workbench would be told of each of them.
    await page.goto('about:blank');
    plugins = await Promise.all(plugins.map((each) => stage.switch(each, enabled)));
    return start();
  };
  const pairs: (readonly [Start, Start])[] = [];
  // The first ones fill the caches of server and browser.
  for (let n = -2; n < PAIRS; n++) {
    const isFirst = n % 2 === 0;
    const took = [await startWith(isFirst), await startWith(!isFirst)] as const;
    if (n >= 0) pairs.push(isFirst ? took : [took[1], took[0]]);
  }
  page.removeAllListeners('request');
  for (const plugin of plugins) await stage.remove(plugin);
  return [
    judged('start of the map', 'shown', pairs),
    judged('work of the page for it', 'worked', pairs),
    within(0, { what: 'requests for the code of unused plugins', ours: requests, unit: 'requests' }),
  ];
}

async function starter(page: Page, address: string): Promise<() => Promise<Start>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const shown = await openMap(page, address);
    await page.waitForTimeout(AFTER);
    // Counted from the navigation on.
    const { metrics } = await session.send('Performance.getMetrics');
    return { shown, worked: metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000 };
  };
}

/** By the median of the differences; not at all where they are so far apart that the median might be on the other side. */
function judged(what: string, of: keyof Start, pairs: readonly (readonly [Start, Start])[]): ReportRow {
  const differences = pairs.map(([with50, without]) => with50[of] - without[of]);
  const [low, more, high] = medianWithin(differences);
  const [ours, peer] = [0, 1].map((n) => median(pairs.map((pair) => pair[n]![of]))) as [number, number];
  const sure = high <= 50 || low > 50;
  return {
    what: `${what} with ${INSTALLED} plugins: ${more.toFixed(0)} ms more (${low.toFixed(0)} to ${high.toFixed(0)})`,
    ours,
    peer,
    against: `with none, ${pairs.length} pairs`,
    unit: 'ms',
    ratio: ours / peer,
    target: 'at most 50 ms more',
    met: sure ? high <= 50 : undefined,
  };
}

/** The median, and the order statistics between which that of all possible samples is with 95 %. */
function medianWithin(samples: readonly number[]): [low: number, median: number, high: number] {
  const sorted = [...samples].sort((a, b) => a - b);
  const away = Math.ceil(0.98 * Math.sqrt(sorted.length));
  const middle = (sorted.length - 1) / 2;
  return [
    sorted[Math.max(0, Math.floor(middle - away))]!,
    median(sorted),
    sorted[Math.min(sorted.length - 1, Math.ceil(middle + away))]!,
  ];
}

const small = (n: number) => ({
  id: `acme-p${n}`,
  title: inBoth(`Plugin ${n}`),
  tools: [{ id: 'place', title: inBoth(`Place ${n}`), hint: inBoth('Click') }],
  panels: [{ id: 'list', title: inBoth(`List ${n}`) }],
  commands: [{ id: 'run', title: inBoth(`Run ${n}`) }],
});
