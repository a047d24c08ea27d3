import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject, Position } from '#core/protocol';
import { begin, newAdministrator, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let project: string;

/** Open ground north of the demo's parcels. */
const CENTRE: Position = [12.6101, 42.9395];

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage));
  }),
);

const map = (): Locator => page.getByRole('application');
/** The map with the keys, and the hint of the tool that rests there. */
async function onTheGlobe(tilt: number): Promise<void> {
  await page.goto(`${groma.url}/draw/${project}/3d?at=18/${CENTRE[1]}/${CENTRE[0]}/0/${tilt}`);
  await page.getByRole('status').filter({ hasText: 'Click an object' }).first().waitFor();
  await map().focus();
}
async function says(hint: RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: hint }).first().waitFor();
}
async function click(right: number, down: number): Promise<void> {
  const box = (await map().boundingBox())!;
  const at = [box.x + box.width / 2 + right, box.y + box.height / 2 + down] as const;
  await page.mouse.move(...at, { steps: 2 });
  await page.mouse.click(...at);
}

describe('the views of the globe', () => {
  it('is where projects open for who prefers it', async () => {
    await page.goto(`${groma.url}/user-preference`);
    await page.getByRole('button', { name: /Projects open on/ }).click();
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok());
    await page.getByRole('option', { name: '3D globe' }).click();
    await kept;
    await page.goto(`${groma.url}/draw/${project}`);
    await page.waitForURL(/\/3d\b/);
    await page.getByRole('group', { name: 'Turning the globe' }).waitFor();
  });

  it('tells where the sun stands at a day and time', async () => {
    await onTheGlobe(60);
    await page.keyboard.press('Shift+N');
    const where = page.getByRole('group', { name: 'Where the sun stands' });
    await page.getByRole('slider', { name: /^Time/ }).focus();
    await page.keyboard.press('Home');
    // At midnight, by whichever of its clocks, it is down.
    await where.getByText('The sun is below the horizon: no shadows.').waitFor();
    expect(await page.getByRole('switch', { name: 'Sunlight and shadows' }).isChecked()).toBe(true);
  });

  it('lets the ground be seen through, and be whole again', async () => {
    await map().focus();
    await page.keyboard.press('e');
    const through = page.getByRole('region', { name: 'Seeing through the ground' });
    await through.getByRole('slider', { name: 'Ground seen' }).waitFor();
    await through.getByRole('button', { name: 'Whole ground' }).click();
    await through.waitFor({ state: 'detached' });
  });

  it('is walked on, and left where one came from', async () => {
    await map().focus();
    await page.keyboard.press('z');
    await says(/Click the ground/);
    await click(0, 40);
    const back = page.getByRole('button', { name: 'Back to where I was' });
    await back.waitFor();
    // Level, as one stands: farther aslant than anybody flies to.
    await expect.poll(() => page.url()).not.toContain('/0/60');
    await back.click();
    await back.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toMatch(/\/0\/60$/);
  });

  it('takes a façade, as high as is typed, and keeps its heights', async () => {
    const foot = [CENTRE, [12.6103, 42.9395]].map(([x, y]) => [x!, y!, 251.5]);
    const location = { type: 'LineString', coordinates: foot };
    const body = { typeName: 'path', location, properties: { name: 'Foot' } };
    await groma.api('POST', '/geometries', body, { projectid: project });
    await onTheGlobe(60);
    await page.keyboard.press('4');
    await says(/Click where the foot of the façade begins/);
    await click(0, 0);
    await says(/Click where the foot goes on/);
    await click(40, 0);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const popup = page.locator('.g-tool-popup');
    await popup.getByRole('textbox', { name: /^Height of the façade/ }).fill('5');
    await popup.getByRole('button', { name: 'Draw', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New polygon' });
    await dialog.getByLabel('Number').fill('9001');
    await dialog.getByRole('button', { name: /^Use/ }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const heights = async (): Promise<readonly number[]> => {
      const near = '/geometries?bbox=12.608,42.9385,12.612,42.9405';
      const asked = { projectid: project, type: 'parcel' };
      const parcels = await groma.api<GeometryObject[]>('GET', near, undefined, asked);
      const facade = parcels.find(({ properties }) => properties['number'] === '9001');
      return ((facade?.location.coordinates as Position[][])?.[0] ?? []).map(([, , height]) => height!);
    };
    // Up one side, down the other: two corners at the foot's height, two 5 m above it, and the first again.
    await expect.poll(heights).toHaveLength(5);
    const ring = await heights();
    expect([...new Set(ring.map((height) => (height - Math.min(...ring)).toFixed(3)))].sort()).toEqual([
      '0.000',
      '5.000',
    ]);
    // Snapped to the foot.
    expect(Math.min(...ring)).toBeCloseTo(251.5, 3);
  });

  it('says why it takes no terrain and no 3D Tiles of an address that is not public', async () => {
    for (const [panel, field, add] of [
      ['Terrain', 'Or the address of a terrain', 'Add terrain'],
      ['3D Tiles', 'Address of a tileset.json', 'Add'],
    ] as const) {
      await page
        .getByRole('toolbar', { name: 'Panels' })
        .getByRole('button', { name: panel, exact: true })
        .click();
      await page.getByRole('textbox', { name: field }).fill('http://127.0.0.1/layer.json');
      await page.getByRole('button', { name: add, exact: true }).click();
      await page.getByText('127.0.0.1 is not on the public internet').waitFor();
    }
  });

  it('stands beside the flat map, which leads and is led, and alone again', async () => {
    await onTheGlobe(0);
    await page.keyboard.press('Shift+J');
    await page.getByRole('separator', { name: 'Width of the flat map' }).waitFor();
    await expect.poll(() => map().count()).toBe(2);
    const [flat, globe] = [map().first(), map().last()];
    const compass = page.getByRole('group', { name: 'Turning the globe' });
    await compass.waitFor();
    console.log(
      page.url(),
      await page
        .locator('[role=application]')
        .evaluateAll((all) => all.map((one) => one.className + one.getAttribute('aria-label'))),
    );
    await flat.hover();
    await flat.focus();
    await page.keyboard.press('ArrowRight');
    console.log(page.url());
    await globe.hover();
    console.log(page.url());
    await page.getByRole('button', { name: 'One map again' }).click();
    await expect.poll(() => map().count()).toBe(1);
  });
});
