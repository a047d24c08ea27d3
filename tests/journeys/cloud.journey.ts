import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadCrs, unproject } from '#core/geodesy';
import type { GeometryObject, Pointcloud, Position } from '#core/protocol';
import { begin, newAdministrator, picture, SMALL_WINDOW, type Groma } from './harness.ts';

const CRS = 'EPSG:32633';
/** The middle of the plane in the cloud, metres. */
const MIDDLE = [300_000, 4_760_000, 250] as const;
/** Points on a side of the plane, and metres between them. */
const [SIDE, STEP] = [121, 0.25];

let groma: Groma;
let page: Page;
let project: string;
let cloud: Pointcloud;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
    await loadCrs(CRS);
  }),
);

/** A level plane of coloured points: LAS 1.2 of point format 2, in millimetres. */
function levelPlane(): Buffer {
  const [headerSize, record, keys] = [227, 26, 70];
  const bytes = Buffer.alloc(headerSize + keys + SIDE * SIDE * record);
  bytes.write('LASF');
  bytes.set([1, 2], 24);
  bytes.writeUInt16LE(headerSize, 94);
  bytes.writeUInt32LE(headerSize + keys, 96);
  bytes.writeUInt32LE(1, 100);
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
async function redPixels(): Promise<number> {
  const seen = (await page.locator('.cloud-canvas').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
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
    await expect.poll(redPixels).toBeGreaterThan(20_000);
    await page
      .getByRole('toolbar', { name: 'Panels' })
      .getByRole('button', { name: 'Point clouds' })
      .first()
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
});
