import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, project as inPlane } from '#core/geodesy';
import type { Panoramic, PhotoRow, Pointcloud, Survey } from '#core/protocol';
import { smallLas } from '../../server/testing/las.ts';
import { begin, goTo, newAdministrator, picture, SMALL_WINDOW, type Groma } from './harness.ts';
import { movedBy, onScreen, scenePicture, type Triple } from './panorama-scene.ts';

/** Of the first panorama; the second is 10 m east of it. Heights are ellipsoidal. */
const FIRST: [number, number, number] = [9.19, 45.4642, 170];
const BESIDE: Triple = [10, 0, 0];
/** The point that is measured, from the first panorama: east, north and up, metres. */
const TARGET: Triple = [4, 9, 1.5];
const POSES = [
  { heading: 40, pitch: 12, roll: -20 },
  { heading: 300, pitch: -8, roll: 15 },
] as const;
/** Degrees of the height of the view at first. */
const FIELD = 65;

let page: Page;
let groma: Groma;
let project: string;
let survey: Survey;
const folder = mkdtempSync(join(tmpdir(), 'groma-field-'));
const path = (name: string) => join(folder, name);
const second = movedBy(FIRST, BESIDE);

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
    const red: Triple = [220, 20, 20];
    const fromSecond: Triple = [TARGET[0] - BESIDE[0], TARGET[1], TARGET[2]];
    writeFileSync(path('a.jpg'), await scenePicture(POSES[0], [{ at: TARGET, colour: red }]));
    writeFileSync(path('b.jpg'), await scenePicture(POSES[1], [{ at: fromSecond, colour: red }]));
    const points = [0, 2.5, 5, 7.5, 10].map((metres, i) => {
      const [longitude, latitude, height] = movedBy(FIRST, [metres, 0, 0]);
      return `<trkpt lon="${longitude}" lat="${latitude}"><ele>${height}</ele><time>2026-05-04T10:00:0${i * 2}Z</time></trkpt>`;
    });
    const late = `<trkpt lon="9.1925" lat="45.4642"><time>2026-05-04T10:05:00Z</time></trkpt>`;
    writeFileSync(
      path('walk.gpx'),
      `<gpx version="1.1"><trk><name>Walk</name><trkseg>${points.join('')}${late}</trkseg></trk></gpx>`,
    );
    await page.goto(`${groma.url}/surveys/${project}`);
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const panel = (name: string) =>
  page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', { name, exact: true });

/** Where a direction is in the panorama on the page, which looks to `heading`. */
async function pixelOf(direction: Triple, heading: number): Promise<readonly [number, number]> {
  const box = (await page.locator('.panorama-sphere').boundingBox())!;
  const [x, y] = onScreen(direction, { heading, field: FIELD, size: [box.width, box.height] });
  return [box.x + x, box.y + y];
}

/** Turns the view by a drag, degrees clockwise. */
async function turn(degrees: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.panorama-sphere').boundingBox())!;
  const [from, down] = [x + width / 2, y + height / 3];
  await page.mouse.move(from, down);
  await page.mouse.down();
  await page.mouse.move(from - (degrees * height) / FIELD, down, { steps: 8 });
  await page.mouse.up();
}

/** Red, green and blue of a pixel of the page. */
async function colourAt([x, y]: readonly [number, number]): Promise<readonly number[]> {
  const shot = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.round(y) * shot.info.width + Math.round(x)) * 3;
  return [...shot.data.subarray(at, at + 3)];
}

const isRed = ([red, green, blue]: readonly number[]) => red! > 150 && green! < 90 && blue! < 90;

/** Drops files on the map, as from the file manager of the computer. */
async function dropOnMap(contents: Readonly<Record<string, Buffer>>): Promise<void> {
  const files = Object.entries(contents).map(
    ([name, content]) => [name, content.toString('base64')] as const,
  );
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, content] of all)
      transfer.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name));
    return transfer;
  }, files);
  const map = page.getByRole('application');
  for (const event of ['dragover', 'drop']) await map.dispatchEvent(event, { dataTransfer });
}

describe('what one day in the field brought back', () => {
  it('is dropped on a survey: a track, and two panoramas that are prepared', async () => {
    await page.getByRole('button', { name: 'New survey' }).click();
    const dialog = page.getByRole('dialog', { name: 'New survey' });
    await dialog.getByLabel('Name').fill('Piazza');
    await dialog.getByLabel('People').fill('Anna, Bruno');
    await dialog.getByLabel('Instrument').fill('360 camera on a pole');
    await dialog.getByLabel('Accuracy of positions').fill('0.02');
    await dialog.getByLabel('Accuracy of directions').fill('0.1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('list', { name: 'Surveys' }).getByRole('listitem').first();
    await row.getByText('Anna, Bruno').waitFor();
    await row.locator('input[type=file]').setInputFiles([path('a.jpg'), path('b.jpg'), path('walk.gpx')]);
    await row.getByText('6 positions').waitFor();
    await expect
      .poll(async () => {
        const [one] = await groma.api<Survey[]>('GET', '/surveys', undefined, { projectid: project });
        survey = one!;
        const query = `/projects/panoramics/${project}?surveyid=${survey.id}`;
        return (await groma.api<Panoramic[]>('GET', query)).map(({ state }) => state).join();
      })
      .toBe('ready,ready');
    await row.getByText('No place yet', { exact: false }).first().waitFor();
    await picture(page, 'field-survey');
  });

  it('has a place, by hand where its time is unknown, and the list leads to it', async () => {
    const panoramas = await groma.api<Panoramic[]>(
      'GET',
      `/projects/panoramics/${project}?surveyid=${survey.id}`,
    );
    for (const [name, position] of [
      ['a.jpg', FIRST],
      ['b.jpg', second],
    ] as const) {
      const { id, version, heading, pitch, roll } = panoramas.find((one) => one.name === name)!;
      expect([heading, pitch, roll]).toEqual(Object.values(POSES[name === 'a.jpg' ? 0 : 1]));
      await groma.api('PUT', `/panoramics/${id}`, { position }, { 'if-match': `"${version}"` });
    }
    await page.reload();
    await page.getByText('2 panoramas', { exact: true }).click();
    await page.getByRole('link', { name: 'a.jpg' }).click();
    await page.waitForURL(/\/draw\/.*\/panorama\?panorama=/);
    await page.locator('.panorama-bar').getByText('a.jpg').waitFor();
  });
});

describe('a panorama', () => {
  it('shows everything in its true direction: heading, pitch and roll have the right signs', async () => {
    // It looks first to where its middle is; the mark is 24° east of north.
    const at = await pixelOf(TARGET, POSES[0].heading);
    await expect.poll(async () => isRed(await colourAt(at))).toBe(true);
    // Two degrees beside it is something else.
    expect(isRed(await colourAt([at[0] + 30, at[1]]))).toBe(false);
    await picture(page, 'field-panorama');
  });

  it('is walked from to its neighbour by a click, and back by a key', async () => {
    const bar = page.locator('.panorama-bar');
    await turn(45);
    await page.mouse.click(...(await pixelOf([BESIDE[0], 0, -2], POSES[0].heading + 45)));
    await bar.getByText('b.jpg').waitFor();
    await page.keyboard.press('PageDown');
    await bar.getByText('a.jpg').waitFor();
  });
});

describe('a point', () => {
  it('is measured from both panoramas, where it is, with its ±', async () => {
    const panoramas = await groma.api<Panoramic[]>(
      'GET',
      `/projects/panoramics/${project}?surveyid=${survey.id}`,
    );
    const address = (name: string) =>
      `/draw/${project}/panoramameasures/point?panorama=${panoramas.find((one) => one.name === name)!.id}`;
    await goTo(page, `/home`);
    await goTo(page, address('a.jpg'));
    await page.locator('.panorama-bar').getByText('a.jpg').waitFor();
    await page.getByText('Click the point to measure').first().waitFor();
    const first = await pixelOf(TARGET, POSES[0].heading);
    await expect.poll(async () => isRed(await colourAt(first))).toBe(true);
    await page.mouse.click(...first);
    await page.getByText('Seen from a.jpg').waitFor();
    await goTo(page, address('b.jpg'));
    await page.locator('.panorama-bar').getByText('b.jpg').waitFor();
    const fromSecond: Triple = [TARGET[0] - BESIDE[0], TARGET[1], TARGET[2]];
    // The view still looks to the north-east.
    await turn(-60);
    const at = await pixelOf(fromSecond, POSES[0].heading - 60);
    await expect.poll(async () => isRed(await colourAt(at))).toBe(true);
    await picture(page, 'field-epipolar');
    await page.mouse.click(...at);
    await page.getByText('Seen from 2 panoramas: a.jpg, b.jpg').waitFor();
    await page.getByRole('button', { name: 'Keep the point' }).click();
    const bubble = page.locator('.panorama-points');
    await bubble.getByText('Point 1', { exact: false }).waitFor();
    const text = await bubble.innerText();
    const height = Number(/Ellipsoidal height ([\d.,]+)/.exec(text)![1]!.replace(',', ''));
    // A pixel is 1.5 cm there.
    expect(Math.abs(height - (FIRST[2] + TARGET[2]))).toBeLessThan(0.06);
    expect(text).toMatch(/± 0\.\d+\sm E, 0\.\d+\sm N, 0\.\d+\sm up \(95 %\)/);
    await picture(page, 'field-measured');
  });
});

/** A wall 6 m north of the first panorama, from 6 m west to 1 m east of it, from 2 m below to 4 m above the camera. */
async function wall(): Promise<Buffer> {
  await loadCrs('EPSG:32632');
  const places: [number, number, number][] = [];
  for (let x = -6; x <= 1; x += 0.1)
    for (let z = -2; z <= 4; z += 0.1) {
      const [longitude, latitude, height] = movedBy(FIRST, [x, 6, z]);
      const [easting, northing] = inPlane('EPSG:32632', [longitude, latitude]);
      places.push([easting, northing, height]);
    }
  return smallLas({ places, epsg: 32_632 });
}

describe('a point cloud around a panorama', () => {
  it('hides objects behind its points, which are drawn where they are', async () => {
    await groma.api(
      'POST',
      '/geometries',
      {
        typeName: 'path',
        // Its western part is behind the wall, its eastern part beside it.
        location: {
          type: 'LineString',
          coordinates: [movedBy(FIRST, [-3, 9, 1]), movedBy(FIRST, [6, 9, 1])],
        },
        properties: { name: 'Behind the wall' },
      },
      { projectid: project },
    );
    await goTo(page, `/clouds/${project}`);
    const file = { name: 'Wall.las', mimeType: 'application/octet-stream', buffer: await wall() };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page
      .getByRole('dialog', { name: 'Add Wall' })
      .getByRole('button', { name: 'Add point cloud' })
      .click();
    const clouds = () => groma.api<Pointcloud[]>('GET', '/pointcloud', undefined, { projectid: project });
    await expect.poll(async () => (await clouds())[0]?.state).toBe('ready');
    const [{ id }] = (await groma
      .api<Panoramic[]>('GET', `/projects/panoramics/${project}?surveyid=${survey.id}`)
      .then((all) => all.filter(({ name }) => name === 'a.jpg'))) as [Panoramic];
    await goTo(page, `/draw/${project}/panorama?panorama=${id}`);
    await page.locator('.panorama-bar').getByText('a.jpg').waitFor();
    const part = page.getByText('Clouds, models and terrain around');
    if (!(await part.isVisible())) await panel('Panoramas').click();
    await part.click();
    await page.getByText(/^4,[0-9]{3} points of Wall/).waitFor();
    // It looked to the middle of its picture.
    await turn(-POSES[0].heading);
    const behind = await pixelOf([-2, 9, 1], 0);
    const beside = await pixelOf([4.5, 9, 1], 0);
    const ground = await colourAt([behind[0], behind[1] - 20]);
    const differs = async (at: readonly [number, number]) =>
      (await colourAt(at)).some((value, i) => Math.abs(value - ground[i]!) > 40);
    await expect.poll(() => differs(beside)).toBe(true);
    expect(await differs(behind)).toBe(false);
    await page.getByText('Hide objects behind what is nearer').click();
    await expect.poll(() => differs(behind)).toBe(true);
    await page.getByText('Hide objects behind what is nearer').click();
    await page.getByText('Draw points of clouds').click();
    await expect.poll(() => differs(behind)).toBe(true);
    await picture(page, 'field-around');
  });
});

describe('on the map', () => {
  it('the track is coloured, its gap told, and panoramas lie on it with their directions', async () => {
    await goTo(page, `/draw/${project}?at=18/45.4642/9.1905`);
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: 'Surveys', exact: true }).click();
    await page.getByText('Tracks on the map').click();
    await page.getByRole('button', { name: /Gap of 292 s/ }).waitFor();
    await page.getByText('Panoramas on the map').click();
    await picture(page, 'field-map');
  });

  it('takes photos, a panorama and another track at once, of the survey that is chosen: those without a position lie on the track', async () => {
    const taken = (second: number) => ({
      IFD2: { DateTimeOriginal: `2026:05:04 13:00:0${second}`, OffsetTimeOriginal: '+02:00' },
    });
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .withExif(taken(1))
      .jpeg()
      .toBuffer();
    const scene = await scenePicture({ heading: 75, pitch: 0, roll: 0 }, [], 512);
    const panorama = await sharp(scene).keepMetadata().withExifMerge(taken(3)).jpeg().toBuffer();
    const points = [0, 2, 4].map((second) => {
      const [longitude, latitude] = movedBy(FIRST, [second, 5, 0]);
      return `<trkpt lon="${longitude}" lat="${latitude}"><time>2026-05-04T11:00:0${second}Z</time></trkpt>`;
    });
    await dropOnMap({
      'façade.jpg': photo,
      'sphere.jpg': panorama,
      'later.gpx': Buffer.from(`<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`),
    });
    const dialog = page.getByRole('dialog', { name: 'What the field brought back' });
    await dialog.getByText('1 photo', { exact: true }).waitFor();
    await dialog.getByText('1 panorama', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /Survey/ }).click();
    await page.getByRole('option', { name: 'Piazza' }).click();
    await dialog.getByRole('button', { name: 'Add to the survey' }).click();
    // All has arrived, and is shown.
    await page.getByText('4.000 m').waitFor();
    await page.getByText('1 photo or document').click();
    await page.getByText('Placed on the track by time.').waitFor();
    const [row] = await groma.api<PhotoRow[]>('GET', '/files/photos', undefined, { projectid: project });
    const [longitude, latitude] = movedBy(FIRST, [1, 5, 0]);
    expect(row!.position![0]).toBeCloseTo(longitude, 7);
    expect(row!.position![1]).toBeCloseTo(latitude, 7);
    const sphere = async () => {
      const all = await groma.api<Panoramic[]>('GET', `/projects/panoramics/${project}`);
      return all.find(({ name }) => name === 'sphere.jpg');
    };
    await expect.poll(sphere).toMatchObject({ placedBy: 'track-time', heading: 75, headingFrom: 'gpano' });
    expect((await sphere())!.position![0]).toBeCloseTo(movedBy(FIRST, [3, 5, 0])[0], 7);
    await picture(page, 'field-dropped');
  });
});
