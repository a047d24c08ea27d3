import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallLas } from '../../server/testing/las.ts';
import { begin, newAdministrator, picture } from './harness.ts';

const PIECE = 16 * 1024 ** 2;
const UPLOADS = '**/api/uploads/*';

let page: Page;
let project: string;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'groma-clouds-'));
const file = join(folder, 'quarry.las');

beforeAll(() =>
  begin(async (stage) => {
    url = stage.groma.url;
    ({ page, project } = await newAdministrator(stage));
    // Two pieces: 1,000,000 points of 20 bytes.
    writeFileSync(file, smallLas({ points: 1_000_000, epsg: 32633 }));
    await page.goto(`${url}/clouds/${project}`);
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a point cloud whose upload is interrupted', () => {
  it('shows what it is after its first piece, and that the connection is lost', async () => {
    let pieces = 0;
    await page.route(UPLOADS, async (route) => {
      if (route.request().method() === 'PATCH') pieces++;
      return pieces > 1 ? route.abort('connectionreset') : route.continue();
    });
    await page.locator('input[type=file]').setInputFiles(file);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Connection lost; trying again').waitFor();
    await dialog.getByText('1,000,000').waitFor();
    await dialog.getByText('16.8 MB of 20 MB').waitFor();
    await dialog.getByRole('img', { name: 'Where the point cloud lies' }).waitFor();
    await picture(page, 'clouds-lost');
  });

  it('continues after a reload where it was, when the same file is chosen again', async () => {
    await page.unroute(UPLOADS);
    page.once('dialog', (ask) => void ask.accept());
    await page.reload();
    await page.getByText(/Sent in part on an earlier visit/).waitFor();
    const first = page.waitForRequest((sent) => sent.method() === 'PATCH');
    await page.locator('input[type=file]').first().setInputFiles(file);
    expect((await first).headers()['upload-offset']).toBe(String(PIECE));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Sent completely and checked/).waitFor();
    await dialog.getByRole('button', { name: 'Add point cloud' }).click();
    const row = page.getByRole('list', { name: 'Point clouds' }).getByRole('listitem');
    await row.getByText('1,000,000 points').waitFor();
    await row.getByText('EPSG:32633').waitFor();
    expect(await page.getByText(/earlier visit/).count()).toBe(0);
    await picture(page, 'clouds-listed');
  });
});
