import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser, picture, startGroma, type Groma } from './harness.ts';

let groma: Groma;
let browser: Browser;
beforeAll(async () => {
  [groma, browser] = await Promise.all([startGroma(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await groma?.stop();
});

/** Three wells; the last one lies nowhere. */
const WELLS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Pozzo Nord' },
      geometry: { type: 'Point', coordinates: [12.61, 42.936] },
    },
    {
      type: 'Feature',
      properties: { name: 'Pozzo Sud' },
      geometry: { type: 'Point', coordinates: [12.611, 42.935] },
    },
    { type: 'Feature', properties: { name: 'Nessun luogo' }, geometry: null },
  ],
});

describe('importing', () => {
  it('looks at a GeoJSON file, names what is broken in it, writes the rest and shows it', async () => {
    const page = await newPerson(browser);
    const { project } = await groma.signIn(page);
    await page.goto(`${groma.url}/draw/${project}`);
    await page.getByRole('row', { name: /Parcels/ }).waitFor();
    await page.keyboard.press('Control+i');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'wells.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(WELLS) });
    await dialog.getByRole('button', { name: /^Import/ }).waitFor();
    await picture(page, '3-look');
    await dialog.getByRole('button', { name: /^Import/ }).click();
    await dialog.getByRole('button', { name: /Show/ }).click();
    await page.getByRole('row', { name: /wells/i }).waitFor();
    await picture(page, '3-imported');
    const objects = await groma.api<{ typeName: string }[]>('GET', '/geometries', undefined, {
      projectid: project,
    });
    expect(objects.filter(({ typeName }) => /wells/i.test(typeName))).toHaveLength(2);
  });
});
