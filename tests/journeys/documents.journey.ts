import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject } from '#core/protocol';
import { textPdf } from '../../server/testing/sending.ts';
import { ask, begin, newAdministrator, picture, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let project: string;
let parcel: GeometryObject;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage));
    const world = '/geometries?bbox=-180,-90,180,90';
    const objects = await groma.api<GeometryObject[]>('GET', world, undefined, { projectid: project });
    parcel = objects.find(({ location }) => location.type === 'Polygon')!;
  }),
);

/** A photo taken so many degrees south of the parcel, looking north at the middle of it. */
async function photo(south: number): Promise<Buffer> {
  const [ring] = parcel.location.coordinates as [number, number][][];
  const [longitudes, latitudes] = [
    ring!.map(([longitude]) => longitude),
    ring!.map(([, latitude]) => latitude),
  ];
  const longitude = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const latitude = Math.min(...latitudes);
  const degrees = (value: number) => `${Math.round(value * 1e7)}/10000000 0/1 0/1`;
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
    .withExif({
      IFD2: { DateTimeOriginal: '2026:11:20 10:11:12', FocalLengthIn35mmFilm: '28' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: degrees(latitude - south),
        GPSLongitudeRef: 'E',
        GPSLongitude: degrees(longitude),
        GPSImgDirectionRef: 'T',
        GPSImgDirection: '0/1',
      },
    })
    .jpeg()
    .toBuffer();
}

describe('what the field brought back', () => {
  it('is dropped on an object: photos and a PDF, which are listed and open', async () => {
    await page.goto(`${groma.url}/draw/${project}`);
    await page.getByRole('application').waitFor();
    await ask(page, parcel.id);
    await page.getByRole('menuitem', { name: parcel.id }).first().click();
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await page.getByText('Drop files for the selected object here').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    const pdf = textPdf(['Prospetto del muro di contenimento', 'Seconda pagina']);
    await chooser.setFiles([
      jpeg('facciata.jpg', await photo(0.0002)),
      jpeg('cortile.jpg', await photo(0.0004)),
      { name: 'Relazione.pdf', mimeType: 'application/pdf', buffer: pdf },
    ]);
    const files = page.getByRole('list', { name: 'Files', exact: true });
    await expect.poll(() => files.getByRole('listitem').count()).toBe(3);
    await files.getByRole('button', { name: /^Relazione\.pdf/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'Relazione.pdf' }).waitFor();
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByRole('img', { name: 'Relazione.pdf, page 2' }).waitFor();
    await picture(page, 'documents-pdf');
    // Escape would first close the tooltip of the button that the pointer is on, once that is shown.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('lies on the map, and shows the object from the side', async () => {
    await page.getByRole('button', { name: 'Photos', exact: true }).click();
    await page.getByText(/^2 of 2 photos/).waitFor();
    const side = page.getByRole('list', { name: 'From the side' });
    await expect.poll(() => side.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => side.getByText('shows it').count()).toBe(2);
    await picture(page, 'documents-photos');
  });

  it('is found by its words', async () => {
    await ask(page, 'contenimento');
    await page.getByRole('menuitem', { name: /^Relazione\.pdf/ }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'Relazione.pdf' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('is in the report of the object', async () => {
    const body = { ids: [parcel.id], photos: true };
    const headers = { projectid: project };
    const { jobId } = await groma.api<{ jobId: string }>('POST', '/export/document', body, headers);
    type Ended = { state: string; result: { nameZip: string } };
    const ended = await expect
      .poll(() => groma.api<Ended>('GET', `/jobs/${jobId}`), { timeout: 120_000, interval: 250 })
      .toMatchObject({ state: 'done' })
      .then(() => groma.api<Ended>('GET', `/jobs/${jobId}`));
    expect(ended.result.nameZip).toMatch(/\.pdf$/);
    const token = await page.evaluate(() => localStorage.getItem('groma.session')!);
    const jwt = (JSON.parse(token) as { tokens: { token: string }[] }).tokens[0]!.token;
    const answer = await fetch(`${groma.url}/api/export/download`, {
      method: 'POST',
      headers: { jwt, 'content-type': 'application/json' },
      body: JSON.stringify({ nameZip: ended.result.nameZip }),
    });
    const pdf = Buffer.from(await answer.arrayBuffer());
    const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
    const text = [...document.pages()].map((one) => one.getText()).join('\n');
    document.destroy();
    for (const name of ['facciata.jpg', 'cortile.jpg', 'Relazione.pdf']) expect(text).toContain(name);
  });
});
