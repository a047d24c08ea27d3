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

describe('a text of points whose columns have no names', () => {
  it('is added once the columns are chosen', async () => {
    const text = join(folder, 'fence.txt');
    writeFileSync(
      text,
      'exported by hand\nP1;5000000,25;400000,5;10,5;2;fence\nP2;5000002,25;400001,5;11,5;6;gate\n',
    );
    await page.locator('input[type=file]').first().setInputFiles(text);
    const dialog = page.getByRole('dialog', { name: 'Add fence.txt' });
    await dialog.getByRole('cell', { name: '5000002,25' }).waitFor();
    const choose = async (column: number, title: string) => {
      await dialog.getByRole('button', { name: new RegExp(`Column ${column}$`) }).click();
      await page.getByRole('option', { name: title, exact: true }).click();
    };
    await choose(6, 'Class');
    await dialog.getByText(/Line 2 of fence.txt, column 6: “fence” is not a number/).waitFor();
    await picture(page, 'clouds-columns-fault');
    await choose(5, 'Class');
    await choose(2, 'N / Y');
    await choose(3, 'E / X');
    await choose(4, 'Height');
    await dialog.getByText('Of all 2 points.').waitFor();
    await dialog.getByText('6 Building').waitFor();
    const system = dialog.getByRole('combobox', { name: 'Reference system' });
    await system.click();
    await system.fill('32633');
    await page.getByRole('option', { name: /EPSG:32633/ }).click();
    await picture(page, 'clouds-columns');
    await dialog.getByRole('button', { name: 'Add point cloud' }).click();
    const row = page
      .getByRole('list', { name: 'Point clouds' })
      .getByRole('listitem')
      .filter({ hasText: 'fence.txt' });
    await row.getByText('2 points').waitFor();
  });
});
