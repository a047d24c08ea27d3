import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadCrs, unproject } from '#core/geodesy';
import type { CloudClips, GeometryObject, GeoreferencedBox, Pointcloud, Position } from '#core/protocol';
import { begin, newAdministrator, newPerson, pasted, picture, SMALL_WINDOW, type Groma } from './harness.ts';

const CRS = 'EPSG:32633';
/** The middle of the plane in the cloud, metres. */
const MIDDLE = [300_000, 4_760_000, 250] as const;
/** Points on a side of the plane, and metres between them. */
const [SIDE, STEP] = [121, 0.25];

let groma: Groma;
let browser: Browser;
let page: Page;
let project: string;
let cloud: Pointcloud;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma, browser } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
    await loadCrs(CRS);
  }),
);

/** A level plane of coloured points: LAS 1.2 of point format 2, in millimetres. */
function levelPlane({ hasCrs = true } = {}): Buffer {
  const [headerSize, record, keys] = [227, 26, 70];
  const bytes = Buffer.alloc(headerSize + keys + SIDE * SIDE * record);
  bytes.write('LASF');
  bytes.set([1, 2], 24);
  bytes.writeUInt16LE(headerSize, 94);
  bytes.writeUInt32LE(headerSize + keys, 96);
  bytes.writeUInt32LE(hasCrs ? 1 : 0, 100);
  bytes[104] = 2;
  bytes.writeUInt16LE(record, 105);
  bytes.writeUInt32LE(SIDE * SIDE, 107);
  const half = ((SIDE - 1) / 2) * STEP;
  MIDDLE.forEach((middle, axis) => {
    const reach = axis === 2 ? 0 : half;
    bytes.writeDoubleLE(0.001, 131 + axis * 8);
    bytes.writeDoubleLE(middle, 155 + axis * 8);
    bytes.writeDoubleLE(middle + reach, 179 + axis * 16);
    bytes.writeDoubleLE(middle - reach, 187 + axis * 16);
  });
  // The CRS as a GeoTIFF key.
  bytes.write('LASF_Projection', headerSize + 2);
  bytes.writeUInt16LE(34735, headerSize + 18);
  bytes.writeUInt16LE(16, headerSize + 20);
  [1, 1, 0, 1, 3072, 0, 1, 32633].forEach((value, i) => bytes.writeUInt16LE(value, headerSize + 54 + 2 * i));
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = headerSize + keys + i * record;
    bytes.writeInt32LE(Math.round(((i % SIDE) * STEP - half) * 1000), at);
    bytes.writeInt32LE(Math.round((Math.floor(i / SIDE) * STEP - half) * 1000), at + 4);
    bytes[at + 14] = 0b1001;
    [65_280, 0, 0].forEach((channel, band) => bytes.writeUInt16LE(channel, at + 20 + 2 * band));
  }
  return bytes;
}

/** Pixels of the canvas that are mostly red, as the points are. */
async function redPixels(of: Page): Promise<number> {
  const seen = (await of.locator('.cloud-canvas').screenshot()).toString('base64');
  return of.evaluate(async (png) => {
    const seen = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(seen.width, seen.height).getContext('2d')!;
    context.drawImage(seen, 0, 0);
    const { data } = context.getImageData(0, 0, seen.width, seen.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at]! > 180 && data[at + 1]! < 80 && data[at + 2]! < 80) count++;
    return count;
  }, seen);
}

describe('a point cloud', () => {
  it('is added from a file, and converted', async () => {
    await page.goto(`${groma.url}/clouds/${project}`);
    const file = { name: 'Plane.las', mimeType: 'application/octet-stream', buffer: levelPlane() };
    await page.locator('main input[type=file]').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Add Plane' });
    await dialog.getByRole('button', { name: 'Add point cloud' }).click();
    const state = async () => {
      [cloud] = (await groma.api('GET', '/pointcloud', undefined, { projectid: project })) as [Pointcloud];
      return (cloud as Pointcloud | undefined)?.state;
    };
    await expect.poll(state).toBe('ready');
    expect(cloud).toMatchObject({ crs: CRS, pointCount: SIDE * SIDE });
  });

  it('opens in view, with its colours', async () => {
    await page.goto(`${groma.url}/cloud/${cloud.id}`);
    await page.locator('.cloud-canvas').waitFor();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(20_000);
    await page
      .getByRole('toolbar', { name: 'Panels' })
      .getByRole('button', { name: 'Appearance of point clouds' })
      .click();
    await page.getByText(/14,641 points in view/).waitFor();
    await picture(page, 'cloud');
  });

  it('gets a point at the place and height of its own points', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page
      .getByRole('status')
      .filter({ hasText: /Click to place the point/ })
      .waitFor();
    const box = (await page.getByRole('application').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const modal = page.getByRole('dialog', { name: 'New point' });
    await modal.getByText(/From the cloud at full resolution: points 0\.25 m apart/).waitFor();
    await modal.getByLabel('Code').fill('C1');
    await modal.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option').first().click();
    await modal.getByRole('button', { name: 'Save' }).click();
    const stored = async () => {
      const headers = { projectid: project, type: 'survey-point' };
      const points = await groma.api<GeometryObject[]>('GET', '/geometries', undefined, headers);
      return points.find(({ properties }) => properties.code === 'C1');
    };
    await expect.poll(stored).toBeDefined();
    const place = (await stored())!.location.coordinates as Position;
    expect(place[2]).toBeCloseTo(MIDDLE[2], 3);
    const [longitude, latitude] = unproject(CRS, [MIDDLE[0], MIDDLE[1]]);
    // The view looks at the middle of the cloud.
    expect(inverse([longitude, latitude], place).distance).toBeLessThan(1);
  });

  it('is placed elsewhere by numbers and by control points, drawn there at once, and saved', async () => {
    await page.keyboard.press('Escape');
    const panels = page.getByRole('toolbar', { name: 'Panels' });
    await panels.getByRole('button', { name: 'Place', exact: true }).click();
    await page.getByRole('button', { name: /Object/ }).click();
    await page.getByRole('option', { name: 'Plane' }).click();
    const easting = page.getByRole('textbox', { name: 'Easting' });
    await expect.poll(() => easting.inputValue()).toBe('300000');
    await page.getByRole('textbox', { name: 'Rotation' }).fill('45');
    await page.getByRole('textbox', { name: 'Height', exact: true }).fill('251');
    // Turned by 45°, its corners reach beyond where its sides were.
    await picture(page, 'placement');
    await page.getByRole('button', { name: 'Save the place' }).click();
    const place = () => groma.api<GeoreferencedBox>('GET', `/pointcloud/${cloud.id}/georeference`);
    await expect.poll(async () => (await place()).version).toBe(1);
    expect((await place()).transform).toMatchObject({ to: [300_000, 4_760_000, 251], turn: [45, 0, 0] });
    await expect.poll(() => redPixels(page)).toBeGreaterThan(20_000);
    // Two points and a turn of 90°: the corner in the south-west comes to lie in the south-east.
    await page.getByRole('tab', { name: 'Control points' }).click();
    await page.getByRole('button', { name: 'Points from a list' }).click();
    await page
      .getByRole('textbox', { name: 'Lines of points' })
      .fill(
        'A 299985 4759985 250 300015 4759985 250\nB 300015 4759985 250 300015 4760015 250.02\nC 300015 4760015 250 299985 4760015 250',
      );
    await page.getByRole('button', { name: 'Add 3 points' }).click();
    await page.getByText('Height: RMS 0.009, largest 0.013').waitFor();
    await page.getByText('Position: RMS 0.000, largest 0.000').waitFor();
    await page.getByRole('button', { name: 'Save the place' }).click();
    await expect.poll(async () => (await place()).version).toBe(2);
    expect((await place()).transform.turn[0]).toBeCloseTo(90, 6);
    await page.getByRole('tab', { name: 'Earlier places' }).click();
    await page.getByRole('listitem').filter({ hasText: 'As its file says' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Save the place' }).click();
    await expect.poll(async () => (await place()).version).toBe(3);
    expect((await place()).transform.turn).toEqual([0, 0, 0]);
    await panels.getByRole('button', { name: 'Place', exact: true }).click();
  });
});

describe('a link to a point cloud', () => {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  let link: string;
  let phone: Page;

  it('is made in the menu of the cloud, and copied', async () => {
    await page.goto(`${groma.url}/clouds/${project}`);
    await page.getByRole('button', { name: 'Actions for Plane' }).click();
    await page.getByRole('menuitem', { name: 'Links…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Links to Plane' });
    await dialog.getByText('No links yet.').waitFor();
    await dialog.getByLabel('For whom').fill('Site office');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await dialog.getByText(/^Ends \d/).waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    link = await pasted(page, dialog);
    expect(new URL(link).pathname).toBe(`/mobilecloud/${cloud.id}`);
    await picture(page, 'cloud-links');
  });

  it('opens it on a phone of somebody who is not signed in', async () => {
    phone = await newPerson(browser, PHONE);
    const { pathname, hash } = new URL(link);
    await phone.goto(`${groma.url}${pathname}${hash}`);
    await phone.getByText('14,641 points').waitFor();
    await expect.poll(() => redPixels(phone)).toBeGreaterThan(5_000);
    await picture(phone, 'mobile-cloud');
  });

  it('measures between two taps, at full resolution', async () => {
    await phone.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Measure' }).tap();
    const reading = phone.getByRole('region', { name: 'Measure' });
    await reading.getByText('Tap the first point.').waitFor();
    await phone.touchscreen.tap(150, 400);
    await reading.getByText('Tap the second point.').waitFor();
    await phone.touchscreen.tap(240, 430);
    await reading.getByText('Between stored points at full resolution.').waitFor();
    const metres = Number.parseFloat(await reading.getByRole('status').locator('output').innerText());
    // Both ends are on the grid: the distance is that of whole steps to the east and north.
    const squared = (metres / STEP) ** 2;
    const steps = Math.round(squared);
    expect(Math.abs(metres - Math.sqrt(steps) * STEP)).toBeLessThan(0.001);
    expect(metres).toBeGreaterThan(STEP);
    await reading.getByText(/Horizontal .* rise 0\.000 m/).waitFor();
    await picture(phone, 'mobile-cloud-measure');
  });

  it('shows the points again when the graphics card was gone', async () => {
    const lose = (how: 'loseContext' | 'restoreContext') =>
      phone.evaluate((of) => {
        const context = document.querySelector<HTMLCanvasElement>('.cloud-canvas')!.getContext('webgl2')!;
        const store = globalThis as { lost?: WEBGL_lose_context };
        store.lost ??= context.getExtension('WEBGL_lose_context')!;
        store.lost[of]();
      }, how);
    await lose('loseContext');
    await phone
      .getByRole('alert')
      .getByText(/took the graphics card away/)
      .waitFor();
    await lose('restoreContext');
    await phone.getByText('14,641 points').waitFor();
    await expect.poll(() => redPixels(phone)).toBeGreaterThan(5_000);
  });

  it('opens nothing once it is revoked', async () => {
    const dialog = page.getByRole('dialog', { name: 'Links to Plane' });
    await dialog.getByRole('button', { name: 'Revoke the link Site office' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
    await dialog.getByText('No links yet.').waitFor();
    await phone.reload();
    await phone.getByRole('alert').getByText('This link no longer opens anything.').waitFor();
    await picture(phone, 'mobile-cloud-revoked');
  });

  it('is not needed by people who sign in', async () => {
    await phone.goto(`${groma.url}/mobilecloud/${cloud.id}`);
    await phone.waitForURL(/\/login$/);
    await phone.getByRole('textbox').first().fill(groma.account.email);
    await phone.locator('input[type=password]').fill(groma.account.password);
    await phone.keyboard.press('Enter');
    await phone.getByText('14,641 points').waitFor();
    expect(new URL(phone.url()).pathname).toBe(`/mobilecloud/${cloud.id}`);
  });
});

describe('a cloud without reference system', () => {
  it('is drawn in its own coordinates, in which it is measured', async () => {
    // By the API: the page of point clouds asks for a reference system.
    await page.goto(`${groma.url}/clouds/${project}`);
    const file = levelPlane({ hasCrs: false }).toString('base64');
    const status = await page.evaluate(
      async ([base64, projectid]) => {
        const session = JSON.parse(localStorage.getItem('groma.session')!) as { tokens: { token: string }[] };
        const form = new FormData();
        const bytes = await fetch(`data:application/octet-stream;base64,${base64}`);
        form.append('file', await bytes.blob(), 'Statue.las');
        const headers = { jwt: session.tokens[0]!.token, projectid };
        return (await fetch('/api/pointcloud', { method: 'POST', headers, body: form })).status;
      },
      [file, project] as const,
    );
    expect(status).toBe(201);
    const statue = async () => {
      const headers = { projectid: project };
      const clouds = await groma.api<Pointcloud[]>('GET', '/pointcloud', undefined, headers);
      return clouds.find(({ name, state }) => name === 'Statue.las' && state === 'ready');
    };
    await expect.poll(statue).toMatchObject({ crs: null, viewCrs: null });
    const { id } = (await statue())!;
    await page.goto(`${groma.url}/cloud/${id}`);
    await page
      .getByRole('note')
      .getByText(/^Local coordinates/)
      .waitFor();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(5_000);
    await picture(page, 'cloud-local');

    // Objects have places on the earth: their tools do not open.
    const tool = (route: string) => page.goto(`${groma.url}/draw/${project}/${route}?local=${id}`);
    await tool('clouddrawtools/point');
    await page.waitForURL(new RegExp(`/draw/${project}/cloud\\?`));

    await tool('cloudmeasures/points-distance');
    await page.getByText('Click the first point.').waitFor();
    await page.getByRole('button', { name: 'From above, without perspective' }).click();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(5_000);
    const box = (await page.getByRole('application').boundingBox())!;
    const click = (right: number, down: number) =>
      page.mouse.click(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
    await click(0, 0);
    await click(60, 20);
    await page.keyboard.press('Enter');
    await page.getByText('Rise from the first to the last point 0.00').first().waitFor();

    await tool('cloudmeasures/points-pick');
    await page.getByText('Click a point to find the stored one.').waitFor();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(5_000);
    await click(10, 10);
    const place = page.getByText(/^x .* local coordinates of the cloud$/).first();
    const [x, y, z] = (await place.innerText())
      .match(/[\d,.]+\d/g)!
      .map((one) => Number(one.replaceAll(',', '')));
    // A point of the grid, with the coordinates of the file.
    expect(z).toBe(MIDDLE[2]);
    for (const [axis, value] of [x!, y!].entries()) {
      expect(Math.abs(value - MIDDLE[axis]!)).toBeLessThan((SIDE * STEP) / 2);
      expect((value / STEP) % 1).toBe(0);
    }
  });

  it('is cut by a profile and a clip, and exported, in its own coordinates', async () => {
    const id = new URL(page.url()).searchParams.get('local')!;
    await page.goto(`${groma.url}/draw/${project}/cloudmeasures/profile?local=${id}`);
    await page.getByRole('status').filter({ hasText: 'Click where the profile' }).waitFor();
    await page.getByRole('button', { name: 'From above, without perspective' }).click();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(5_000);
    const box = (await page.getByRole('application').first().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const aside of [-80, 80]) await page.mouse.click(x + aside, y);
    await page.keyboard.press('Enter');
    await page.locator('.cpf-panel').getByText('all that are stored').waitFor();
    await picture(page, 'cloud-local-profile');

    await page.goto(`${groma.url}/draw/${project}/cloudmodifytools/clip-slab?local=${id}`);
    await page.getByRole('status').filter({ hasText: 'Click where the slab begins' }).waitFor();
    await page.getByRole('button', { name: 'From above, without perspective' }).click();
    await expect.poll(() => redPixels(page)).toBeGreaterThan(5_000);
    // The panel of clips has taken a part of the view.
    const narrower = (await page.getByRole('application').first().boundingBox())!;
    const centre = [narrower.x + narrower.width / 2, narrower.y + narrower.height / 2] as const;
    for (const aside of [-40, 40]) await page.mouse.click(centre[0] + aside, centre[1]);
    await page.getByText('Only what is inside 1 clip is shown.').waitFor();
    const kept = () => groma.api<CloudClips>('GET', `/pointcloud/${id}/clips`);
    await expect.poll(async () => (await kept()).clips.length).toBe(1);
    const [slab] = (await kept()).clips;
    expect(slab).toMatchObject({ kind: 'slab', isOn: true });
    for (const axis of [0, 1])
      expect(Math.abs((slab as { from: number[] }).from[axis]! - MIDDLE[axis]!)).toBeLessThan(SIDE * STEP);
  });

  it('is placed from there', async () => {
    await page.getByRole('note').getByRole('button', { name: 'Place it…' }).click();
    await page.getByRole('button', { name: /Object/ }).click();
    await page.getByRole('option', { name: 'Statue.las' }).waitFor();
    await picture(page, 'cloud-unplaced');
  });
});
