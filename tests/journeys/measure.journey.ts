import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { areaOf, direct, inverse, printArea, printLength } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { begin, newAdministrator, picture, type Groma } from './harness.ts';

let groma: Groma;
let project: string;
/** One person measures, the other has the same project open and only looks. */
let surveyor: Page;
let colleague: Page;

/** Empty ground north of the demo's parcels, with a line from west to east, and a benchmark south of its middle. */
const CENTRE: Position = [12.6101, 42.9395];
const WEST: Position = [12.6096, 42.9397];
const EAST: Position = [12.6106, 42.9397];
const SOUTH: Position = [12.6101, 42.9393];

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page: surveyor, project } = await newAdministrator(stage));
    ({ page: colleague } = await newAdministrator(stage));
    const made = (typeName: string, location: object, properties: object) =>
      groma.api('POST', '/geometries', { typeName, location, properties }, { projectid: project });
    await made('path', { type: 'LineString', coordinates: [WEST, EAST] }, { name: 'Baseline' });
    await made('survey-point', { type: 'Point', coordinates: SOUTH }, { code: 'M1', kind: 'station' });
    await Promise.all([open(surveyor), open(colleague)]);
  }),
);

/** Waits for the map with its objects: a vertex that is not loaded is not snapped to. */
async function open(page: Page): Promise<void> {
  const objects = page.waitForResponse((response) => response.url().includes('/api/geometries/lines?'));
  await page.goto(`${groma.url}/draw/${project}?at=18/${CENTRE[1]}/${CENTRE[0]}`);
  await page.getByRole('application').waitFor();
  await objects;
  await page.getByRole('status').filter({ hasText: 'Click' }).first().waitFor();
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'hidden' });
}

/** Clicks close to a position: its vertex is snapped to. Zoom 18 is 256 · 2^18 pixels around the equator. */
async function click(...positions: Position[]): Promise<void> {
  const box = (await surveyor.getByRole('application').boundingBox())!;
  const scale = (256 * 2 ** 18) / 360;
  const north = (degrees: number): number =>
    (Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) * 180) / Math.PI;
  for (const [longitude, latitude] of positions) {
    const x = box.x + box.width / 2 + (longitude - CENTRE[0]) * scale + 3;
    const y = box.y + box.height / 2 + (north(CENTRE[1]) - north(latitude)) * scale + 2;
    await surveyor.mouse.move(x, y, { steps: 2 });
    await surveyor.mouse.down();
    await surveyor.mouse.up();
  }
}
async function take(key: string, hint: RegExp): Promise<void> {
  await surveyor.keyboard.press(key);
  await surveyor.getByRole('status').filter({ hasText: hint }).waitFor();
}
/** While a measuring tool is active, a click would grab a vertex of an existing measure. */
const close = (kind: string): Promise<void> =>
  bubble(surveyor, kind)
    .getByRole('button', { name: /^Close/ })
    .click();
const bubble = (page: Page, kind: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${kind}`) });

describe('measuring', () => {
  it('measures an area on the ellipsoid, of snapped vertices', async () => {
    await take('A', /first corner/);
    await click(WEST, SOUTH, EAST);
    await surveyor.keyboard.press('Enter');
    const area = areaOf([[WEST, SOUTH, EAST, WEST]]);
    await bubble(surveyor, 'Area').getByText(printArea(area, 'en')).first().waitFor();
    await close('Area');
  });

  it('stores a measure in the project; a colleague sees it at once, and after opening the project again', async () => {
    await surveyor.keyboard.press('Escape');
    await take('D', /distance starts/);
    await click(WEST, SOUTH);
    await surveyor.keyboard.press('Enter');
    const length = printLength(inverse(WEST, SOUTH).distance, 'en');
    const mine = bubble(surveyor, 'Distance');
    await mine.getByText(length).first().waitFor();
    expect(await bubble(colleague, 'Distance').count()).toBe(0);
    await mine.getByRole('button', { name: 'Save to project' }).click();
    await bubble(colleague, 'Distance').getByText(length).first().waitFor();
    await picture(surveyor, '5-measuring');
    await open(colleague);
    await bubble(colleague, 'Distance').getByText(length).first().waitFor();
    await mine.getByRole('button', { name: /^Saved to the project/ }).click();
    await bubble(colleague, 'Distance').waitFor({ state: 'detached' });
    await close('Distance');
  });

  it('measures chainage and offset from a line', async () => {
    await surveyor.keyboard.press('Escape');
    await take('K', /Click a line/);
    const middle: Position = [12.61, 42.9397];
    await click(middle);
    await surveyor
      .getByRole('status')
      .filter({ hasText: /beside the line/ })
      .waitFor();
    await click(SOUTH);
    // Half way along, and to the right when looking east: south.
    const half = inverse(WEST, EAST).distance / 2;
    const read = await bubble(surveyor, 'Chainage').innerText();
    const [, metres] = /0\+(\d+\.\d+)/.exec(read)!;
    // By symmetry, the foot of a perpendicular on a geodesic of 80 m is within a millimetre of its middle.
    expect(Math.abs(Number(metres) - half)).toBeLessThan(0.002);
    expect(read).toMatch(/right/i);
  });
});

describe('pages for coordinates and projects', () => {
  it('reads chainage and offset along a line, from a kilometre post', async () => {
    const page = surveyor;
    const { azimuth } = inverse(WEST, EAST);
    // 25 m along the line, 3 m to the right of it; the post stands at its start.
    const on = direct(WEST, azimuth, 25);
    const beside = direct(on, inverse(WEST, on).finalAzimuth + 90, 3);
    const degrees = ([longitude, latitude]: readonly number[]) => `${latitude} ${longitude}`;
    await page.goto(`${groma.url}/kmreprojection`);
    await page.getByRole('tab', { name: 'Kilometre reference' }).click();
    await page.getByRole('textbox', { name: 'Or paste the line' }).fill(`${degrees(WEST)}\n${degrees(EAST)}`);
    await page.getByRole('textbox', { name: 'Chainages at places' }).fill(`12+300 ${degrees(WEST)}`);
    await page.getByRole('textbox', { name: 'Points beside the line' }).fill(`pole ${degrees(beside)}`);
    const row = page.getByRole('grid', { name: 'Points' }).getByRole('row', { name: /pole/ });
    await row.getByText('12+325.000').waitFor();
    await row.getByText('3.000 right').waitFor();
    await page.getByRole('tab', { name: 'Chainages' }).click();
    await page.getByRole('textbox', { name: 'Chainages to be placed' }).fill('12+325 3 right');
    // Seven decimals of a degree: a centimetre.
    await page.getByRole('grid', { name: 'Chainages' }).getByText(String(beside[1]).slice(0, 10)).waitFor();
    await picture(page, 'kilometres');
  });

  it('takes the line from a file of another format and system', async () => {
    const page = surveyor;
    // 300 m of the grid of UTM zone 33 at its central meridian, where the scale is 0.9996; DXF names no system.
    const dxf = '0 SECTION 2 ENTITIES 0 LINE 8 axis 10 500000 20 4640000 11 500000 21 4640300 0 ENDSEC 0 EOF';
    await page.goto(`${groma.url}/kmreprojection`);
    await page.getByRole('tab', { name: 'Kilometre reference' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'From file' }).click();
    const buffer = Buffer.from(dxf.replaceAll(' ', '\n'));
    await (await chooser).setFiles({ name: 'axis.dxf', mimeType: 'image/vnd.dxf', buffer });
    await page
      .getByRole('alert')
      .getByText(/does not specify its coordinate reference system/)
      .waitFor();
    await page.getByRole('combobox', { name: 'System of the file' }).fill('32633');
    await page.getByRole('option', { name: /EPSG:32633/ }).click();
    await page.getByText(/^300\.120 m from 0\+000/).waitFor();
  });

  it('finds a project on the map by name, and near a place', async () => {
    const page = surveyor;
    // Others on this server have projects of the demo's name, at its place.
    const projectName = `Levelling ${randomUUID()}`;
    const { id } = await groma.api<{ id: string }>('POST', '/projects', {
      projectName,
      location: { type: 'Point', coordinates: [12.61, 42.94] },
      crs: 'EPSG:4326',
    });
    await page.goto(`${groma.url}/projectMap`);
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(projectName);
    await page.locator('.project-map-marker').getByText(projectName).waitFor();
    await page.getByRole('button', { name: 'Point', exact: true }).click();
    const map = (await page.getByRole('application').boundingBox())!;
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    await page.getByText(/projects? (is|are) near/).waitFor();
    await picture(page, 'project-map');
    await page
      .getByRole('row', { name: new RegExp(projectName) })
      .getByRole('link')
      .click();
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === `/draw/${id}` && searchParams.has('at'),
    );
  });
});
