import { readFileSync } from 'node:fs';
import * as yauzl from 'yauzl';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { begin, newAdministrator, picture, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let project: string;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage));
  }),
);

/** Presses "Export", which downloads the result when it is done; returns its name, or the paths in the zip. */
async function exportNow(): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await page.getByRole('status').filter({ hasText: 'exported' }).waitFor();
  const name = download.suggestedFilename();
  if (!name.endsWith('.zip')) return [name];
  const zip = await yauzl.fromBufferPromise(readFileSync(await download.path()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  return names;
}

describe('exporting', () => {
  it('exports the chosen formats, shows the progress and downloads the files', async () => {
    await page.goto(`${groma.url}/export?project=${project}`);
    await page.waitForURL(`**/export/${project}`);
    await page.getByText('Object types', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /^GeoPackage/ }).click({ force: true });
    const names = await exportNow();
    expect(names).toContain('README.txt');
    expect(names.some((name) => name.endsWith('.shp'))).toBe(true);
    expect(names.some((name) => name.endsWith('.gpkg'))).toBe(true);
    await picture(page, 'export-data');
  });

  it('creates a PDF report, which stays in the list of exports until it is deleted', async () => {
    await page.getByText('Report', { exact: true }).click();
    const names = await exportNow();
    expect(names).toEqual([expect.stringMatching(/\.pdf$/)]);
    const row = page.getByRole('row').filter({ hasText: '-report-' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await picture(page, 'export-report');
  });

  it('creates a document of the selected objects', async () => {
    await page.getByText('Document', { exact: true }).click();
    await page.getByText('Choose at least one object.').waitFor();
    const table = page.getByRole('grid', { name: 'Objects' });
    await table.getByRole('row').nth(1).getByRole('checkbox').click({ force: true });
    await page.getByText('1 object selected').waitFor();
    expect(await exportNow()).toHaveLength(1);
    await picture(page, 'export-document');
  });
});
