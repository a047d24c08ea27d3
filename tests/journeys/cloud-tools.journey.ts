import { createLazPerf } from 'laz-perf';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadCrs, unproject } from '#core/geodesy';
import type { CloudClips, CloudEdit, Pointcloud } from '#core/protocol';
import { smallLas } from '../../server/testing/las.ts';
import { ask, begin, newAdministrator, type Groma } from './harness.ts';

let groma: Groma;
let page: Page;
let cloud: Pointcloud;

/** Its corner; its middle is at 45.1535672° N, 9.000127° E. */
const [EAST, NORTH] = [500_000, 5_000_000];
const SIDE = 200;
const POINTS = SIDE * SIDE;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page } = await newAdministrator(stage));
    const { id: project } = await groma.api<{ id: string }>('POST', '/projects', {
      projectName: 'Step',
      crs: 'EPSG:32632',
    });
    cloud = await upload(project);
    await page.goto(`${groma.url}/draw/${project}/cloud?at=21.5/45.1535672/9.000127/0/0`);
    await page.locator('.cloud-canvas').waitFor();
    await page.getByRole('button', { name: 'From above, without perspective' }).click();
  }),
);

/** 20 m by 20 m, a point each 0.1 m: 100 m high, and 102 m in the eastern half. */
function step(): Buffer {
  const las = smallLas({ points: POINTS, epsg: 32632 });
  const points = las.readUInt32LE(96);
  const offsets = [EAST, NORTH, 0];
  for (const axis of [0, 1, 2]) {
    las.writeDoubleLE(offsets[axis]!, 155 + axis * 8);
    las.writeDoubleLE([EAST + 19.95, NORTH + 19.95, 102][axis]!, 179 + axis * 16);
    las.writeDoubleLE([EAST + 0.05, NORTH + 0.05, 100][axis]!, 187 + axis * 16);
  }
  for (let i = 0; i < POINTS; i++) {
    const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
    las.writeInt32LE(50 + 100 * column, points + 20 * i);
    las.writeInt32LE(50 + 100 * row, points + 20 * i + 4);
    las.writeInt32LE(column < SIDE / 2 ? 100_000 : 102_000, points + 20 * i + 8);
    las[points + 20 * i + 15] = 2;
  }
  return las;
}

const token = () =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('groma.session')!) as { tokens: { token: string }[] };
    return session.tokens[0]!.token;
  });

async function upload(projectid: string): Promise<Pointcloud> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(step())]), 'step.las');
  const sent = await fetch(`${groma.url}/api/pointcloud`, {
    method: 'POST',
    headers: { jwt: await token(), projectid },
    body,
  });
  const { id } = (await sent.json()) as Pointcloud;
  const read = () => groma.api<Pointcloud>('GET', `/pointcloud/${id}`);
  await vi.waitFor(async () => expect((await read()).state).toBe('ready'), {
    timeout: 60_000,
    interval: 200,
  });
  return read();
}

const panelNamed = (name: string) =>
  page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', { name, exact: true }).click();

/** Its focal length is 18 mm of 35 mm film, by the diagonal. */
const PHOTO = { width: 400, height: 300, focal: (18 * 500) / Math.hypot(36, 24) };
/** It looks straight down, with north at the top. */
const CAMERA = { east: EAST + 10, north: NORTH + 10, height: 112 };

/** A grey photo of a camera above the middle of the cloud. */
async function addPhoto(): Promise<void> {
  const { width, height } = PHOTO;
  const grey = sharp({ create: { width, height, channels: 3, background: '#999' } }).jpeg();
  const jpeg = await grey.withExif({ IFD2: { FocalLengthIn35mmFilm: '18' } }).toBuffer();
  const body = new FormData();
  body.append('pointcloudid', cloud.id);
  body.append('file', new Blob([new Uint8Array(jpeg)]), 'above.jpg');
  const sent = await fetch(`${groma.url}/api/pointcloud/images`, {
    method: 'POST',
    headers: { jwt: await token() },
    body,
  });
  expect(sent.status).toBe(201);
  await loadCrs('EPSG:32632');
  const position = [...unproject('EPSG:32632', [CAMERA.east, CAMERA.north]), CAMERA.height];
  await groma.api('POST', `/pointcloud/${cloud.id}/imagesmetadata`, [
    { name: 'above.jpg', position, heading: 0, pitch: -90, roll: 0 },
  ]);
}

const edits = async () =>
  (await groma.api<{ edits: CloudEdit[] }>('GET', `/pointcloud/${cloud.id}/classes`)).edits;

it('a profile across a step is drawn, its upper points become buildings, and are exported so', async () => {
  await page.keyboard.press('F4');
  await page.getByRole('status').filter({ hasText: 'Click where the profile' }).waitFor();
  const map = (await page.getByRole('application').first().boundingBox())!;
  const middle = [map.x + map.width / 2, map.y + map.height / 2] as const;
  for (const aside of [-200, 200]) await page.mouse.click(middle[0] + aside, middle[1]);
  await page.keyboard.press('Enter');
  const panel = page.locator('.cpf-panel');
  await panel.getByText('all that are stored').waitFor();

  await panel.getByRole('button', { name: 'Select with a lasso' }).click();
  const drawn = (await panel.getByRole('application', { name: 'Profile' }).boundingBox())!;
  const half = drawn.y + drawn.height * 0.4;
  await page.mouse.move(drawn.x + 70, drawn.y + 2);
  await page.mouse.down();
  for (const [x, y] of [
    [drawn.x + drawn.width - 2, drawn.y + 2],
    [drawn.x + drawn.width - 2, half],
    [drawn.x + 70, half],
  ] as const)
    await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.up();
  await panel.getByRole('button', { name: 'New class' }).click();
  await page.getByRole('option', { name: '6 Building' }).click();
  await panel.getByRole('button', { name: 'Reclassify' }).click();
  await page
    .getByText(/points are now 6 Building/)
    .first()
    .waitFor();
  const [edit] = await edits();
  expect(edit).toMatchObject({ kind: 'classify', to: 6, current: true });
  expect(edit!.points).toBeGreaterThan(300);
  await panel.locator('.cpf-classes').getByText('6 Building').waitFor();

  await page.getByRole('button', { name: 'Export points', exact: true }).click();
  await page.getByRole('button', { name: 'Write the file' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download step/ }).click();
  const classes = await classesOf(await readFile(await (await download).path()));
  expect([classes.get(2), classes.get(6)]).toEqual([POINTS - edit!.points, edit!.points]);
});

it('a click in a photo gives the point of the cloud, and one in the cloud its place in the photo', async () => {
  await addPhoto();
  await page.getByRole('button', { name: 'From above, without perspective' }).click();
  await panelNamed('Photos in the cloud');
  await page.getByRole('button', { name: 'Open photo above.jpg' }).first().click();
  const photo = page.getByRole('region', { name: 'above.jpg' });
  const picture = (await photo.getByRole('img').boundingBox())!;
  /** As seen from the camera: pixels of the photo from its left and its top. */
  const clickPhoto = (x: number, y: number) =>
    page.mouse.click(
      picture.x + (x / PHOTO.width) * picture.width,
      picture.y + (y / PHOTO.height) * picture.height,
    );

  // To the west and to the east of the camera, on both sides of the step: pixels × height above / focal length.
  for (const [right, ground] of [
    [-100, 100],
    [100, 102],
  ] as const) {
    await clickPhoto(PHOTO.width / 2 + right, PHOTO.height / 2);
    const said = photo.getByText(new RegExp(`h ${ground}\\.000`));
    await said.waitFor();
    const [east, north] = (await said.innerText())
      .match(/[\d,]+\.\d{3}/g)!
      .map((text) => Number(text.replaceAll(',', '')));
    const across = (right * (CAMERA.height - ground)) / PHOTO.focal;
    expect(Math.abs(east! - (CAMERA.east + across))).toBeLessThan(0.1);
    expect(Math.abs(north! - CAMERA.north)).toBeLessThan(0.1);
  }

  // The other way round: the middle of the view is below the camera, on the lower side of the step or the upper one.
  const map = (await page.getByRole('application').first().boundingBox())!;
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  const mark = photo.locator('.cph-mark');
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await mark.boundingBox())!;
      return Math.hypot(
        x + width / 2 - (picture.x + picture.width / 2),
        y + height / 2 - (picture.y + picture.height / 2),
      );
    })
    .toBeLessThan(0.02 * picture.width);
  await page.getByText('Photos that see the place: 1 of 1.').waitFor();
  await photo.getByRole('button', { name: 'Close the photo' }).click();
});

it('a clip box shows its inside alone: outside of it nothing is picked, until it is off', async () => {
  await page.getByRole('button', { name: 'From above, without perspective' }).click();
  const map = (await page.getByRole('application').first().boundingBox())!;
  const click = (right: number, down: number) =>
    page.mouse.click(map.x + map.width / 2 + right, map.y + map.height / 2 + down);
  await page.getByRole('button', { name: 'More tools: Modify' }).click();
  await page
    .getByRole('menuitem')
    .filter({ has: page.getByText('Clip box', { exact: true }) })
    .click();
  await page.locator('.ccl-panel').getByText('No clips').waitFor();
  for (const [right, down] of [[-100, 50], [0, 50], [0, -50]] as const) await click(right, down); // prettier-ignore
  const cut = page.getByText('Only what is inside 1 clip is shown.');
  await cut.waitFor();

  await ask(page, 'Stored point');
  await page.getByRole('menuitem', { name: /^Stored point/ }).click();
  await click(80, 0);
  await page.getByText('The points there do not define it.').first().waitFor();
  await page.getByRole('button', { name: 'All off' }).first().click();
  await cut.waitFor({ state: 'detached' });
  await click(90, 0);
  await page
    .getByText(/^E 500.*height 102/)
    .first()
    .waitFor();

  // It is still there, and on, when the project is opened again.
  await page.locator('.ccl-panel').getByText('Box 1').click();
  await cut.waitFor();
  const kept = () => groma.api<CloudClips>('GET', `/pointcloud/${cloud.id}/clips`);
  await expect.poll(async () => (await kept()).clips).toMatchObject([{ kind: 'box', isOn: true }]);
  await page.reload();
  await cut.waitFor();
});

/** Points of each class of a LAZ file of format 6 or above, by another reader than the server's. */
async function classesOf(file: Buffer): Promise<Map<number, number>> {
  const laz = await createLazPerf();
  const at = laz._malloc(file.length);
  laz.HEAPU8.set(file, at);
  const reader = new laz.LASZip();
  reader.open(at, file.length);
  const point = laz._malloc(reader.getPointLength());
  const classes = new Map<number, number>();
  for (let i = 0; i < reader.getCount(); i++) {
    reader.getPoint(point);
    const code = laz.HEAPU8[point + 16]!;
    classes.set(code, (classes.get(code) ?? 0) + 1);
  }
  reader.delete();
  return classes;
}
