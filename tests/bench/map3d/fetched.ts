import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { GeometryChange } from '#core/protocol';
import { newPerson, openBrowser, startGroma } from '../../journeys/harness.ts';
import { within, type ReportRow } from '../report.ts';

/** A word of the shaders that Cesium always uses: a script that contains it contains Cesium. */
const ENGINE = 'czm_modelViewProjection';
const OBJECTS = 10_000;
/** Lines in rows, north of the demo's objects. */
const SIDE = 100;
const MIDDLE = [12.6101, 42.9445] as const;
const APART = 0.00002;

/**
 * What the built workbench requests from its server when a person switches from the 2D map to the globe, and before.
 */
export async function fetched(): Promise<ReportRow[]> {
  const groma = await startGroma();
  const browser = await openBrowser();
  try {
    const page = await newPerson(browser);
    const scripts = new Set<string>();
    let calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script') scripts.add(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}`);
    });
    const { project } = await groma.signIn(page);
    await groma.api('POST', '/geometries/autosave', lines(), { projectid: project });
    await page.goto(`${groma.url}/draw/${project}?at=17/${MIDDLE[1]}/${MIDDLE[0]}`);
    const rest = restOf(page);
    await rest();
    const before = await engines(scripts);
    calls = [];
    await page.getByRole('button', { name: 'Switch to 3D globe' }).click();
    await page.getByRole('group', { name: 'Globe orientation' }).waitFor();
    await rest();
    if ((await engines(scripts)) === 0) throw new Error(`The globe is drawn without "${ENGINE}".`);
    const objects = calls.filter((call) => /^\w+ \/geometries/.test(call));
    return [
      within(0, { what: 'scripts of Cesium fetched up to the 2D workspace', ours: before, unit: 'found' }),
      within(0, {
        what: `calls for objects from the flat map to the globe, 10,000 loaded (others: ${calls.join(', ') || 'none'})`,
        ours: objects.length,
        unit: 'calls',
      }),
    ];
  } finally {
    await browser.close();
    await groma.stop();
  }
}

function lines(): GeometryChange[] {
  return Array.from({ length: OBJECTS }, (_, i) => {
    const east = MIDDLE[0] + ((i % SIDE) - SIDE / 2) * APART;
    const north = MIDDLE[1] + (Math.floor(i / SIDE) - SIDE / 2) * APART;
    const coordinates: [number, number][] = [
      [east, north],
      [east + APART / 2, north + APART / 2],
    ];
    const location = { type: 'LineString' as const, coordinates };
    return { clientId: randomUUID(), typeName: 'path', location, properties: { name: `Line ${i}` } };
  });
}

/**
 * Resolves when the page has requested nothing for three seconds: its event stream keeps the network from being idle.
 */
function restOf(page: Page): () => Promise<void> {
  let last = Date.now();
  page.on('request', () => (last = Date.now()));
  return async () => {
    last = Date.now();
    while (Date.now() - last < 3_000) await new Promise((resolve) => setTimeout(resolve, 200));
  };
}

async function engines(scripts: ReadonlySet<string>): Promise<number> {
  const bodies = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()));
  return bodies.filter((body) => body.includes(ENGINE)).length;
}
