import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, printLength } from '#core/geodesy';
import type { GeometryObject, Position } from '#core/protocol';
import {
  begin,
  newAdministrator,
  newPerson,
  pasted,
  picture,
  PLAIN_HOST,
  signInAs,
  takesKeys,
  type JourneyStage,
} from './harness.ts';
import { MAP_SERVER } from './map-server.ts';

let groma: JourneyStage['groma'];
let browser: JourneyStage['browser'];
/** Where `page` finds the server. */
let address: string;
let page: Page;
let project: string;
let map: Locator;

/** Empty ground north of the demo's parcels. */
const CENTRE: Position = [12.6101, 42.9395];
/** Two benchmarks there, 7 · 10⁻⁴ degrees of longitude apart. */
const WEST: Position = [12.6098, 42.9398];
const EAST: Position = [12.6105, 42.9398];

beforeAll(() =>
  begin(async (stage) => {
    ({ groma, browser } = stage);
    address = groma.url;
    ({ page, project } = await newAdministrator(stage));
    for (const [code, place] of [
      ['J1', WEST],
      ['J2', EAST],
    ] as const)
      await groma.api(
        'POST',
        '/geometries',
        {
          typeName: 'survey-point',
          location: { type: 'Point', coordinates: place },
          properties: { code, kind: 'station' },
        },
        { projectid: project },
      );
    await open('');
  }),
);

/** The colour in the middle of the lowest external layer, with its opacity. */
function paintedBy(shown: Page): Promise<readonly number[] | undefined> {
  return shown.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.map2d-external canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    return [...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data];
  });
}

async function open(strategy: string): Promise<void> {
  const at = `at=18/${CENTRE[1]}/${CENTRE[0]}`;
  await page.goto(`${address}/draw/${project}${strategy}?${at}`);
  map = page.getByRole('application');
  await map.waitFor();
  await page.getByRole('status').filter({ hasText: 'Click' }).first().waitFor();
}

/** A place on the map, CSS pixels from its centre. */
async function spot(right: number, down: number): Promise<[number, number]> {
  const box = (await map.boundingBox())!;
  return [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
}
async function click(...places: [number, number][]): Promise<void> {
  for (const place of places) {
    const [x, y] = await spot(...place);
    await page.mouse.move(x, y, { steps: 2 });
    await page.mouse.down();
    await page.mouse.up();
  }
}
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...(await spot(...from)), { steps: 2 });
  await page.mouse.down();
  await page.mouse.move(...(await spot(...to)), { steps: 6 });
  await page.mouse.up();
}
/** Place of a position on the map, CSS pixels from its centre: zoom 18 is 256 · 2^18 pixels around the equator. */
function pixelsTo([longitude, latitude]: Position): [number, number] {
  const scale = (256 * 2 ** 18) / 360;
  const north = (degrees: number): number =>
    (Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) * 180) / Math.PI;
  return [(longitude - CENTRE[0]) * scale, (north(CENTRE[1]) - north(latitude)) * scale];
}
async function take(key: string, hint: RegExp): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('status').filter({ hasText: hint }).waitFor();
}
async function stored(typeName: string): Promise<GeometryObject[]> {
  const objects = await groma.api<GeometryObject[]>(
    'GET',
    '/geometries?bbox=12.608,42.9385,12.612,42.9405',
    undefined,
    { projectid: project, type: typeName },
  );
  return objects.filter(({ properties }) => !['J1', 'J2'].includes(String(properties['code'])));
}

describe('drawing', () => {
  it('creates a point with its attributes', async () => {
    await take('1', /Click to place the point/);
    await click([-150, 100]);
    const modal = page.getByRole('dialog', { name: 'New point' });
    await modal.getByLabel('Code').fill('J3');
    await modal.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option').first().click();
    await modal.getByLabel('Height').fill('251.5');
    await picture(page, '4-finish-draw');
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => stored('survey-point')).toHaveLength(1);
    const [point] = await stored('survey-point');
    expect((point!.location.coordinates as Position)[2]).toBe(251.5);
  });

  it('creates a line that snaps to existing objects, to the last digit', async () => {
    await take('2', /Click where the line starts/);
    const [x, y] = pixelsTo(WEST);
    await click([x + 5, y - 4], [0, 20]);
    const [x2, y2] = pixelsTo(EAST);
    await click([x2 - 5, y2 + 5]);
    await picture(page, '4-drawing-a-line');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New line' }).getByLabel('Name').fill('Baseline');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('path')).toHaveLength(1);
    const [line] = await stored('path');
    const vertices = line!.location.coordinates as Position[];
    expect([vertices[0], vertices[2]]).toEqual([WEST, EAST]);
  });

  it('creates a polygon, and cuts a hole into it', async () => {
    await take('3', /Click the first vertex/);
    await click([-60, 80], [120, 80], [120, 200], [-60, 200]);
    await page.keyboard.press('Enter');
    const modal = page.getByRole('dialog', { name: 'New polygon' });
    await modal.getByLabel('Number').fill('9001');
    await modal.getByRole('button', { name: /Use/ }).click();
    await page.getByRole('option').first().click();
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => stored('parcel')).toHaveLength(1);

    await take('h', /Click inside the polygon/);
    await click([0, 110], [60, 110], [60, 160]);
    await page.keyboard.press('Enter');
    const rings = async (): Promise<number> => {
      const [parcel] = await stored('parcel');
      return (parcel!.location.coordinates as unknown[]).length;
    };
    await expect.poll(rings).toBe(2);
    await picture(page, '4-polygon-with-hole');
  });

  it('stores nothing when it is cancelled, and restores the sketch with Ctrl+Z', async () => {
    await take('2', /Click where the line starts/);
    await click([-200, -100], [-150, -100]);
    await page.keyboard.press('Escape');
    await page.getByText('Click where the line starts').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Done' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await stored('path')).toHaveLength(1);
  });
});

describe('modifying', () => {
  const corner = async (): Promise<Position> => {
    const [parcel] = await stored('parcel');
    const [ring] = parcel!.location.coordinates as Position[][];
    // The north-east corner.
    return ring!.reduce((best, vertex) => (vertex[0] + vertex[1] > best[0] + best[1] ? vertex : best));
  };

  it('moves a vertex, with undo and redo', async () => {
    await take('v', /Click an object to edit its vertices/);
    await click([-40, 180]);
    await page.getByText(/Drag a vertex/).waitFor();
    const before = await corner();
    await picture(page, '4-vertices');
    await drag([120, 80], [160, 50]);
    await expect.poll(corner).not.toEqual(before);
    const after = await corner();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(corner).toEqual(before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(corner).toEqual(after);
  });

  it('moves a whole object', async () => {
    await take('m', /Drag the selected objects/);
    const before = await corner();
    await drag([-40, 180], [-40, 160]);
    await expect.poll(async () => (await corner())[1]).toBeGreaterThan(before[1]);
  });

  it('lists what will be deleted, and undo restores it', async () => {
    await page.keyboard.press('Delete');
    const modal = page.getByRole('alertdialog', { name: 'Delete this object?' });
    await modal.getByText('Parcels').waitFor();
    await picture(page, '4-delete');
    await modal.getByRole('button', { name: 'Delete object' }).click();
    await expect.poll(() => stored('parcel')).toHaveLength(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => stored('parcel')).toHaveLength(1);
    await page.keyboard.press('Escape');
  });
});

describe('measuring', () => {
  const bubble = (): Locator => page.getByRole('region', { name: /^Distance/ });

  it('measures a distance along the geodesic between two benchmarks', async () => {
    await take('d', /Click where the distance starts/);
    await click(pixelsTo(WEST), pixelsTo(EAST));
    await page.keyboard.press('Enter');
    await bubble().getByText('Geodesic on WGS84').waitFor();
    const [value] = (await bubble().innerText()).split('\n');
    expect(value).toBe(printLength(inverse(WEST, EAST).distance, 'en'));
    await picture(page, '5-distance');
  });

  it('drags, copies and closes the bubble', async () => {
    const before = (await bubble().boundingBox())!;
    const grip = bubble().getByRole('button', { name: /Move the bubble/ });
    const box = (await grip.boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x - 90, box.y + 70, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await bubble().boundingBox())!.x - before.x).toBeCloseTo(-100, 0);
    await bubble().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Measurement copied.').waitFor();
    await picture(page, '5-copied');
    expect(await pasted(page)).toContain('Geodesic on WGS84');
    await bubble().getByRole('button', { name: 'Close' }).click();
    await bubble().waitFor({ state: 'detached' });
  });

  it('measures an area', async () => {
    await take('a', /Click the first corner/);
    await click([-200, -160], [-100, -160], [-100, -80], [-200, -80]);
    await page.keyboard.press('Enter');
    const area = page.getByRole('region', { name: /^Area/ });
    await area.getByText(/^Perimeter/).waitFor();
    await picture(page, '5-area');
    await area.getByRole('button', { name: 'Close' }).click();
  });
});

describe('a map of another server', () => {
  it('lies below the objects, and names a server that fails', async () => {
    const maps = process.env[MAP_SERVER]!;
    const dialog = page.getByRole('dialog');
    const add = async (tab: string, field: string, value: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add layer' }).click();
      await dialog.getByRole('tab', { name: tab, exact: true }).click();
      await dialog.getByRole('textbox', { name: field }).fill(value);
    };
    const send = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Add layer' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'External layers', exact: true }).click();
    await add('WMS, WMTS, WFS', 'Address of the service', `${maps}/wms`);
    await dialog.getByRole('button', { name: 'List layers' }).click();
    await dialog.getByRole('row', { name: 'Ground use' }).click();
    await send();
    await page.getByText('City of Spello').waitFor();
    await expect.poll(() => paintedBy(page)).toEqual([255, 0, 0, 255]);

    await page.keyboard.press('0');
    await page.getByRole('application').click();
    await page.getByText('Olive grove').waitFor();
    await picture(page, 'identified');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Settings of Ground use' }).click();
    await page.getByRole('slider', { name: 'Opacity' }).press('Home');
    await page.getByRole('slider', { name: 'Opacity' }).press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => paintedBy(page)).toEqual([255, 0, 0, 13]);

    // The panel opens again with the page.
    await add('Tiles (XYZ)', 'Address of the tiles', `${maps}/broken/{z}/{x}/{y}.png`);
    await send();
    await page.getByText(/responded with status 500|is left alone/).waitFor();
    await picture(page, 'external-layers');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await paintedBy(page)).toEqual([255, 0, 0, 13]);
    await page.getByRole('button', { name: 'Hide Ground use' }).click();
    await expect.poll(() => paintedBy(page)).not.toEqual([255, 0, 0, 13]);
    await page.getByRole('button', { name: 'External layers', exact: true }).click();
  });
});

describe('a file', () => {
  it('is shown as a layer without an import, and says what is there', async () => {
    const [west, south, east, north] = [12.608, 42.938, 12.612, 42.941];
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
    const woods = {
      type: 'Feature',
      properties: { trees: 'beech' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'External layers', exact: true }).click();
    await page.getByRole('button', { name: 'Add layer' }).click();
    await dialog.getByRole('tab', { name: 'File', exact: true }).click();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'woods.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify(woods)),
    });
    await page.getByText('woods.geojson is shown as a layer.').waitFor();
    await page.keyboard.press('0');
    await page.getByRole('application').click();
    await page.getByText('beech').waitFor();
    await picture(page, 'file-layer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'External layers', exact: true }).click();
  });
});

describe('using only the keyboard', () => {
  it('draws, describes and saves a line', async () => {
    await open('');
    await map.focus();
    await take('2', /Click where the line starts/);
    // The crosshair starts in the centre; Shift moves it faster.
    for (const key of ['ArrowUp', 'Shift+ArrowUp', 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Space'])
      await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Done' }).waitFor();
    await page.keyboard.press('Enter');
    await takesKeys(page.getByRole('dialog', { name: 'New line' }));
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('path')).toHaveLength(2);
  });
});

describe('on a page without TLS and without permissions, as in an office network', () => {
  beforeAll(async () => {
    address = groma.url.replace(/(?<=\/\/)[\d.]+/, PLAIN_HOST);
    page = await newPerson(browser, {}, []);
    await signInAs(page, address, groma.account);
    expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
    await open('');
  });

  it('draws, copies, pastes and undoes', async () => {
    await take('2', /Click where the line starts/);
    await click([-250, 150], [-200, 150]);
    await page.keyboard.press('Enter');
    await takesKeys(page.getByRole('dialog', { name: 'New line' }));
    await page.keyboard.type('Plain');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('path')).toHaveLength(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await click([-225, 150]);
    await page.getByText('One object selected').first().waitFor();

    await page.keyboard.press('Control+c');
    await page.getByText('One object copied', { exact: true }).waitFor();
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Paste objects' });
    await expect.poll(() => dialog.getByLabel('Copied text').inputValue()).toContain('"Plain"');
    await picture(page, '4-paste-without-tls');
    await dialog.getByRole('button', { name: 'Paste one object' }).click();
    await expect.poll(() => stored('path')).toHaveLength(4);
    await page.keyboard.press('Control+z');
    await expect.poll(() => stored('path')).toHaveLength(3);
  });

  it('measures, and copies the measurement', async () => {
    await take('d', /Click where the distance starts/);
    await click(pixelsTo(WEST), pixelsTo(EAST));
    await page.keyboard.press('Enter');
    const bubble = page.getByRole('region', { name: /^Distance/ });
    await bubble.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Measurement copied.').waitFor();
    await bubble.getByRole('button', { name: 'Close' }).click();
  });

  it('says why it cannot go to the location, and everything stays on', async () => {
    await page.getByRole('button', { name: 'Go to my location' }).click();
    await page.getByText('Access to your location is blocked.').waitFor();
    await take('s', /Click an object to select it/);
    expect(await page.getByText('switched off').count()).toBe(0);
  });
});
