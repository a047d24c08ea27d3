import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, project as toPlane } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geotiff } from '../../server/testing/geotiff.ts';
import { begin, newAdministrator, picture, SMALL_WINDOW } from './harness.ts';

let page: Page;
let address: string;

const CENTRE: Position = [12.6101, 42.9395];
const ZOOM = 16.5;

/** An elevation model in UTM 33N with cells of 5 m: level ground at 300 m, and a pit of 480 m by 270 m in it. */
const CELL = 5;
const GROUND = 300;
const [WIDE, HIGH] = [140, 100];
const pit = { left: 22, right: 118, top: 23, bottom: 77 };
await loadProjections();
const [east, north] = toPlane('EPSG:32633', CENTRE).map(Math.round) as [number, number];
const WEST = east - (WIDE * CELL) / 2;

/** Metres below the ground: quarters, which every format keeps exactly. */
function depth(column: number, row: number): number {
  const isInside = column >= pit.left && column < pit.right && row >= pit.top && row < pit.bottom;
  return isInside ? ((column * 7 + row * 3) % 64) / 4 : 0;
}

function model(): Buffer {
  return geotiff({
    width: WIDE,
    height: HIGH,
    deflate: true,
    projected: 32_633,
    origin: [WEST, north + (HIGH * CELL) / 2],
    step: [CELL, CELL],
    value: (column, row) => GROUND - depth(column, row),
  });
}

/**
 * What the cells add up to, on the ground: UTM enlarges by k = 0.9996 · (1 + x² / 2R²), x metres from its meridian; R²
 * is the product of the radii of curvature at 42.94° of WGS 84, times 0.9996².
 */
function truth(): number {
  const sine = Math.sin((CENTRE[1] * Math.PI) / 180);
  const [a, e2] = [6_378_137, 0.006_694_379_990_14];
  const w = 1 - e2 * sine * sine;
  const squared = ((a * a * (1 - e2)) / (w * w)) * 0.9996 ** 2;
  let volume = 0;
  for (let column = 0; column < WIDE; column++) {
    const x = WEST + (column + 0.5) * CELL - 500_000;
    const k = 0.9996 * (1 + (x * x) / (2 * squared));
    for (let row = 0; row < HIGH; row++) volume += (depth(column, row) * CELL * CELL) / (k * k);
  }
  return volume;
}

beforeAll(() =>
  begin(async (stage) => {
    const { page: opened, project } = await newAdministrator(stage, SMALL_WINDOW);
    page = opened;
    address = `${stage.groma.url}/draw/${project}/3d?at=${ZOOM}/${CENTRE[1]}/${CENTRE[0]}/0/0`;
  }),
);

const map = (): Locator => page.getByRole('application');

describe('a pit in an outline of 15 hectares', () => {
  it('is imported as an elevation model', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Terrain', exact: true }).click();
    const file = { name: 'Pit.tif', mimeType: 'image/tiff', buffer: model() };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: /Heights in the file/ }).click();
    await page.getByRole('option', { name: 'Above the ellipsoid' }).click();
    await page.getByRole('button', { name: 'Add terrain' }).click();
    await page.getByRole('radio', { name: 'Pit', checked: true }).waitFor({ state: 'attached' });
  });

  it('has the volume that its cells add up to, within the outline drawn around it', async () => {
    await page
      .getByRole('toolbar', { name: 'Panels' })
      .getByRole('button', { name: 'Measurements in 3D' })
      .click();
    await page.getByRole('textbox', { name: 'Base of volumes' }).fill(String(GROUND));
    await page.keyboard.press('Tab');
    await map().focus();
    await page.keyboard.press('Shift+O');
    await page.getByRole('status').filter({ hasText: 'first vertex of the outline' }).waitFor();
    const box = (await map().boundingBox())!;
    // 500 m by 300 m, 15 hectares, on level ground around the pit, which the grid turns by 1.6°.
    const scale = (256 * 2 ** ZOOM) / (40_075_017 * Math.cos((CENTRE[1] * Math.PI) / 180));
    const [right, down] = [250 * scale, 150 * scale];
    for (const [x, y] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const at = [box.x + box.width / 2 + x * right, box.y + box.height / 2 + y * down] as const;
      await page.mouse.move(...at, { steps: 2 });
      await page.mouse.click(...at);
    }
    await page.keyboard.press('Enter');
    const below = page
      .getByRole('region', { name: /volume/i })
      .getByText(/^Below the base .+\(over all cells of the terrain\)/)
      .first();
    await below.waitFor();
    await picture(page, 'pit');
    const [, printed] = /Below the base ([\d,.]+)\s*m³/.exec((await below.textContent())!)!;
    // The last digit that is printed, at least a cubic metre.
    const unit = 10 ** -(printed!.split('.')[1]?.length ?? 0);
    expect(Math.abs(Number(printed!.replaceAll(',', '')) - truth())).toBeLessThan(Math.max(unit, 1));
    await page
      .getByText(/^Above the base 0(\.0+)?\s*m³/)
      .first()
      .waitFor();
  });
});
