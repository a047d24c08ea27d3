import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { begin, goTo, newAdministrator, reopen, SMALL_WINDOW, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let project: string;

/** Empty ground north of the demo's parcels. */
const CENTRE: Position = [12.6101, 42.9395];

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
  }),
);

const map = (): Locator => page.getByRole('application');
/** The map that takes the keys, and the hint of the tool in use. */
async function onTheGlobe(tilt: number): Promise<void> {
  await reopen(page, `/draw/${project}/3d?at=18/${CENTRE[1]}/${CENTRE[0]}/0/${tilt}`);
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
  it('projects open there for people who prefer it', async () => {
    await page.goto(`${groma.url}/user-preference`);
    await page.getByRole('button', { name: /Open projects in/ }).click();
    const stored = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok());
    await page.getByRole('option', { name: '3D globe' }).click();
    await stored;
    await goTo(page, `/draw/${project}`);
    await page.waitForURL(/\/3d\b/);
    await page.getByRole('group', { name: 'Globe orientation' }).waitFor();
  });

  it('shows the position of the sun at a date and time', async () => {
    await onTheGlobe(60);
    await page.keyboard.press('Shift+N');
    const where = page.getByRole('group', { name: 'Sun position' });
    await page.getByRole('slider', { name: /^Time/ }).focus();
    await page.keyboard.press('Home');
    // At midnight, in any of its time zones, the sun is below the horizon.
    await where.getByText('The sun is below the horizon: no shadows.').waitFor();
    const sunlight = page.getByRole('switch', { name: 'Sunlight and shadows' });
    expect(await sunlight.isChecked()).toBe(true);
    // Shadows are rendered by the CPU here: what follows is faster without them.
    await sunlight.press('Space');
    await expect.poll(() => sunlight.isChecked()).toBe(false);
  });

  it('makes the ground transparent, and opaque again', async () => {
    await map().focus();
    await page.keyboard.press('e');
    const through = page.getByRole('region', { name: 'Underground' });
    await through.getByRole('slider', { name: 'Ground opacity' }).waitFor();
    await through.getByRole('button', { name: 'Hide underground' }).click();
    await through.waitFor({ state: 'detached' });
  });

  it('walks on the ground, and returns to the previous view', async () => {
    await map().focus();
    await page.keyboard.press('z');
    await says(/Click a point on the ground/);
    await click(0, 40);
    const back = page.getByRole('button', { name: 'Exit walk mode' });
    await back.waitFor();
    // Horizontal, at eye level: flying cannot tilt that far.
    await expect.poll(() => page.url()).not.toContain('/0/60');
    await back.click();
    await back.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toMatch(/\/0\/60$/);
  });

  it('are a picture on a sheet', async () => {
    await page.getByRole('button', { name: 'Sheet', exact: true }).click();
    await page.getByRole('button', { name: 'Add the view of the globe' }).click();
    const sent = page.waitForRequest(/\/export\/sheet/);
    await page.getByRole('button', { name: 'Preview' }).click();
    const { frames } = (await sent).postDataJSON() as { frames: { content?: { image: string } }[] };
    const { channels } = await sharp(Buffer.from(frames[1]!.content!.image, 'base64')).stats();
    // A canvas that is read after it was shown is black.
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(20);
  });
});
