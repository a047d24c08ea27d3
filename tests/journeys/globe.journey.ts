import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { GeometryObject, Position } from '#core/protocol';
import { zip } from '../../server/testing/zip.ts';
import { smallTileset } from '../../server/testing/tileset.ts';
import { begin, newAdministrator, picture, reopen, SMALL_WINDOW, takesKeys, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let project: string;
/** Hosts that were requested, except the server's own and that of the 2D map's background. */
const foreign = new Set<string>();

/** Empty ground north of the demo's parcels. */
const CENTRE: Position = [12.6101, 42.9395];

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const known = hostname === new URL(groma.url).hostname || hostname.endsWith('.openstreetmap.org');
      if (protocol.startsWith('http') && !known) foreign.add(hostname);
    });
  }),
);

/** An empty place, at the lowest height of all. */
const TOWER: [number, number, number] = [12.609, 42.9392, 251.5];

const map = (): Locator => page.getByRole('application');
const ready = (): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'Click an object' }).first().waitFor();

async function middle(): Promise<[number, number]> {
  const box = (await map().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}
async function take(key: string, hint: RegExp): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('status').filter({ hasText: hint }).waitFor();
}
/** The start of the line that is lifted; south-west of the centre there is nothing else. */
const FOOT: Position = [12.6095, 42.94, 251.5];
async function heightOfFoot(): Promise<number | undefined> {
  const lifted = (await stored('path')).find(({ properties }) => properties.name === 'Lifted');
  return (lifted?.location.coordinates as Position[])[0]?.[2];
}
/** Share of the map in a colour (land of Natural Earth, the stroke of a style), with a tolerance of a twentieth. */
async function pixelsOf(colour: string): Promise<number> {
  const seen = (await map().screenshot()).toString('base64');
  return page.evaluate(
    async ([png, expected]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const parts = [1, 3, 5].map((at) => parseInt(expected.slice(at, at + 2), 16));
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (parts.every((part, i) => Math.abs(part - data[at + i]!) < 13)) count++;
      return count;
    },
    [seen, colour] as const,
  );
}
/** Number of pixels of the labels; 0 while the globe moves. */
function written(): Promise<number> {
  return page.locator('canvas.map3d-labels').evaluate((sheet: HTMLCanvasElement) => {
    if (sheet.hidden) return 0;
    const { data } = sheet.getContext('2d')!.getImageData(0, 0, sheet.width, sheet.height);
    return data.filter((part, at) => at % 4 === 3 && part > 0).length;
  });
}
/** Objects drawn near the centre, where nothing was before. */
function stored(typeName: string): Promise<GeometryObject[]> {
  return groma.api('GET', '/geometries?bbox=12.608,42.9385,12.612,42.9405', undefined, {
    projectid: project,
    type: typeName,
  });
}

describe('the globe', () => {
  it('opens with a button, at the same place', async () => {
    await page.goto(`${groma.url}/draw/${project}?at=18/${CENTRE[1]}/${CENTRE[0]}`);
    await ready();
    await page.getByRole('button', { name: 'Switch to 3D globe' }).click();
    await page.waitForURL(/\/3d\?/);
    await page.getByRole('group', { name: 'Globe orientation' }).waitFor();
    await ready();
  });

  it('shows its ground, the streets on it, and their names', async () => {
    const { pathname, search } = new URL(page.url());
    await page.getByRole('button', { name: 'Zoom out' }).click();
    // A stroke of the demo's streets is some hundred pixels long, and wider than one.
    await expect.poll(() => pixelsOf('#0072b2')).toBeGreaterThan(200);
    const { width, height } = (await map().boundingBox())!;
    await expect.poll(() => pixelsOf('#f3f2ec')).toBeGreaterThan((width * height) / 4);
    await expect.poll(written).toBeGreaterThan(200);
    await reopen(page, pathname + search);
    await ready();
  });

  it('creates a point with its height by a click', async () => {
    await take('1', /Click to place the point/);
    await page.mouse.click(...(await middle()));
    const modal = page.getByRole('dialog', { name: 'New point' });
    await modal.getByLabel('Code').fill('G1');
    await modal.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option').first().click();
    await modal.getByLabel('Height').fill('251.5');
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => stored('survey-point')).toHaveLength(1);
    const [point] = await stored('survey-point');
    const place = point!.location.coordinates as Position;
    // A pixel is 156,543 m · cos 42.94° / 2^18 = 0.44 m there: the centre is hit to within one pixel.
    expect(inverse(CENTRE, place).distance).toBeLessThan(0.5);
    expect(place[2]).toBe(251.5);
  });

  it('turns, and draws a line with the keyboard only', async () => {
    await map().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+ArrowRight');
    await page.waitForURL(/\/5\/45$/);
    await take('2', /Click where the line starts/);
    for (const key of ['ArrowUp', 'Shift+ArrowUp', 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Space'])
      await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Done' }).waitFor();
    await picture(page, '4-globe');
    await page.keyboard.press('Enter');
    await takesKeys(page.getByRole('dialog', { name: 'New line' }));
    await page.keyboard.type('On the globe');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('path')).toHaveLength(1);
  });

  it('lifts a vertex vertically with Shift, in one step', async () => {
    const location = { type: 'LineString', coordinates: [FOOT, [12.6099, 42.94, 251.5]] };
    const body = { typeName: 'path', location, properties: { name: 'Lifted' } };
    await groma.api('POST', '/geometries', body, { projectid: project });
    await reopen(page, `/draw/${project}/3ddrawtools/vertices?at=19/${FOOT[1]}/${FOOT[0]}/0/45`);
    await page.getByRole('status').filter({ hasText: 'Click an object to edit its vertices' }).waitFor();
    const [x, y] = await middle();
    // The ground is at the lowest height: the line lies on it and starts in the centre.
    await expect
      .poll(async () => {
        await page.mouse.click(x, y);
        return page
          .getByRole('status')
          .filter({ hasText: /Arrow keys move|Drag a vertex/ })
          .count();
      })
      .toBeGreaterThan(0);
    await page.mouse.move(x, y);
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    // A pixel is 156,543 m · cos 42.94° / 2^19 = 0.22 m; at a tilt of 45° 60 of them are 60 · 0.22 m / sin 45° = 18.5
    // m.
    await expect.poll(heightOfFoot).toBeGreaterThan(251.5 + 16);
    expect(await heightOfFoot()).toBeLessThan(251.5 + 21);
    await page.keyboard.press('Control+z');
    await expect.poll(heightOfFoot).toBe(251.5);
  });

  it('shows the position, ellipsoidal height and height above the geoid of a place', async () => {
    await page.keyboard.press('Escape');
    await take('p', /Click a point to read/);
    await page.mouse.click(...(await middle()));
    const bubble = page.getByRole('region', { name: /Read coordinates and height/ });
    await bubble.getByText('Ellipsoidal height 251.500 m (above the ellipsoid)').waitFor();
    await bubble.getByText(/^Height above sea level 20\d\.\d+\sm \(above the geoid, EGM96\)$/).waitFor();
    await bubble.getByText('Measured on: objects').waitFor();
  });

  it('shows a position on the roof of 3D Tiles as soon as they are drawn, and their name', async () => {
    await reopen(page, `/draw/${project}/3d?at=19/${TOWER[1]}/${TOWER[0]}/0/10`);
    await ready();
    await page
      .getByRole('toolbar', { name: 'Panels' })
      .getByRole('button', { name: /3D Tiles/ })
      .click();
    await take('p', /Click a point to read/);
    const [x, y] = await middle();
    const bubble = page.getByRole('region', { name: /Read coordinates and height/ });
    /** Reads what is hit now: the previous reading is closed, and the pointer moves again. */
    const read = async (): Promise<string | null> => {
      if (await bubble.count()) await bubble.getByRole('button', { name: 'Close' }).click();
      await page.mouse.move(x, y + 60);
      await page.mouse.click(x, y);
      return bubble.getByText(/^Measured on/).textContent();
    };
    expect(await read()).toBe('Measured on: ground without height');
    const buffer = zip(smallTileset('1.1', { at: TOWER }));
    const file = { name: 'Tower.zip', mimeType: 'application/zip', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(read).toBe('Measured on: “Tower”');
    // The box of 40 m stands on 251.5 m: at a tilt of 10° the centre of its base is seen through the roof, 40 m · tan
    // 10° = 7 m away.
    await bubble.getByText(/Ellipsoidal height 291\.500\sm/).waitFor();
  });

  it('returns to the 2D map, which shows the point', async () => {
    await reopen(page, `/draw/${project}/3d?at=18/${CENTRE[1]}/${CENTRE[0]}`);
    await ready();
    await page.getByRole('button', { name: 'Switch to 2D map' }).click();
    await page.getByRole('group', { name: 'Globe orientation' }).waitFor({ state: 'detached' });
    await ready();
    await page.mouse.click(...(await middle()));
    await page.getByText('One object selected').first().waitFor();
    expect([...foreign]).toEqual([]);
  });

  it('leaves nothing behind when it is closed, time after time', async () => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    const held = async () => {
      // What the first collection frees may hold more.
      for (let i = 0; i < 3; i++) await devTools.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners: listeners } = await devTools.send('Memory.getDOMCounters');
      const { metrics } = await devTools.send('Performance.getMetrics');
      const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
      return { nodes, listeners, megabytes: bytes / 1e6 };
    };
    const openAndClose = async (times: number) => {
      for (let i = 0; i < times; i++) {
        await page.getByRole('button', { name: 'Switch to 3D globe' }).click();
        await page.getByRole('group', { name: 'Globe orientation' }).waitFor();
        await ready();
        await page.getByRole('button', { name: 'Switch to 2D map' }).click();
        await page.getByRole('group', { name: 'Globe orientation' }).waitFor({ state: 'detached' });
        await ready();
      }
    };
    // A closed globe is held until its last requests and workers have ended, seconds later: until less is not given back.
    const settled = async () => {
      let lowest = await held();
      const isSettled = async () => {
        const next = await held();
        const isLess = next.megabytes < lowest.megabytes - 0.1;
        if (next.megabytes < lowest.megabytes) lowest = next;
        return !isLess;
      };
      await expect.poll(isSettled, { interval: 1_000 }).toBe(true);
      return lowest;
    };
    // A smaller window: its pixels are not what is held.
    await page.setViewportSize({ width: 800, height: 420 });
    // Ten times: the first ones load code and fill caches.
    await openAndClose(2);
    const early = await settled();
    const OPENINGS = 8;
    await openAndClose(OPENINGS);
    const perOpening = async (of: keyof typeof early) => ((await held())[of] - early[of]) / OPENINGS;
    // A closed globe that is held has 3 listeners, some 30 nodes and 2 MB; one that is not closed more than 8 MB.
    await expect.poll(() => perOpening('listeners')).toBeLessThan(2);
    await expect.poll(() => perOpening('nodes')).toBeLessThan(10);
    await expect.poll(() => perOpening('megabytes')).toBeLessThan(1.5);
  });
});
