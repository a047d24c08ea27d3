import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, printLength } from '#core/geodesy';
import type { GeometryObject, ObjectType, Position } from '#core/protocol';
import { shapefile, square, zipped } from '../../server/testing/shapefile.ts';
import { CORNERS, dutchParcels } from './dutch-parcels.ts';
import { postgresqlPrograms, startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import { beginAlone, newAdministrator, picture, type OwnGroma } from './harness.ts';

let groma: OwnGroma;
let page: Page;
let dialog: Locator;
/** Created in the first journey; the others continue in it. */
let project: string;

/** More than are listed, loaded or sent at a time; a bench imports and changes 100,000. */
const PARCELS = 25_000;
const MANY = '25,000 objects';

/** On PostgreSQL where it is installed: it writes so many objects faster than the embedded database. */
beforeAll(async () => {
  const cluster = postgresqlPrograms() ? await startTemporaryPostgresql() : undefined;
  const end = await beginAlone(
    async (stage) => {
      ({ groma } = stage);
      ({ page } = await newAdministrator(stage));
      dialog = page.getByRole('dialog');
    },
    cluster && { DATABASE_URL: await cluster.createDatabase() },
  );
  return async () => {
    await end();
    await cluster?.stop();
  };
});

const objects = (typeName: string) =>
  groma.api<GeometryObject[]>('GET', '/geometries', undefined, {
    projectid: project,
    type: encodeURIComponent(typeName),
  });

/** The parcel whose south-west corner is at a place. */
function parcelsAt([x, y]: Position): Promise<GeometryObject[]> {
  const box = [x + 1e-5, y + 1e-5, x + 2e-5, y + 2e-5].join(',');
  return groma.api('GET', `/geometries?bbox=${box}&type=parcels`, undefined, { projectid: project });
}

/** Chooses a file in the dialog, opened by its shortcut, and waits for the server's report. */
async function look(file: { name: string; buffer: Buffer } | string): Promise<void> {
  await page.keyboard.press('Control+i');
  await dialog.waitFor();
  const chosen = typeof file === 'string' ? file : { ...file, mimeType: 'application/octet-stream' };
  await page.locator('input[type=file]').setInputFiles(chosen);
  await importButton().waitFor();
}

function importButton(): Locator {
  return dialog.getByRole('button', { name: /^Import \d/ });
}

/** A row of the list of problems: the record's number and its problem. */
function problem(text: RegExp): Locator {
  return dialog.getByRole('row').filter({ hasText: text });
}

/** Goes from the finished import to its objects. */
async function show(layer: RegExp): Promise<void> {
  await dialog.getByRole('button', { name: 'Show on the map' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: layer }).waitFor();
}

/** Three wells; the last one has no geometry. */
const WELLS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Pozzo Nord' },
      geometry: { type: 'Point', coordinates: [12.61, 42.936] },
    },
    {
      type: 'Feature',
      properties: { name: 'Pozzo Sud' },
      geometry: { type: 'Point', coordinates: [12.611, 42.935] },
    },
    { type: 'Feature', properties: { name: 'Nessun luogo' }, geometry: null },
  ],
});

/** Monte Mario / Italy zone 1, as ESRI's programs write it. */
const EPSG_3003 =
  'PROJCS["Monte_Mario_Italy_1",GEOGCS["GCS_Monte_Mario",DATUM["D_Monte_Mario",SPHEROID["International_1924",6378388.0,297.0]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["False_Easting",1500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],' +
  'PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** Two houses near Brescia in metres, and an outline that intersects itself. */
function houses(name: string, prj: string): Buffer {
  const bowTie = [
    [1_595_100, 5_044_000],
    [1_595_120, 5_044_020],
    [1_595_120, 5_044_000],
    [1_595_100, 5_044_020],
    [1_595_100, 5_044_000],
  ];
  const shapes = [
    { polygon: [square(1_595_000, 5_044_000, 20)] },
    { polygon: [square(1_595_050, 5_044_000, 20)] },
    { polygon: [bowTie] },
  ];
  const columns = [{ name: 'via', type: 'C' as const, length: 30 }];
  const rows = [['Via della Libertà'], ['Piazza più bella'], ['Vicolo Così']];
  return zipped(shapefile({ shapes, columns, rows, prj, cpg: 'UTF-8' }), name);
}

describe('importing', () => {
  it('creates a project first', async () => {
    await page.goto(`${groma.url}/projectList`);
    await page.getByRole('button', { name: 'New project' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Comune di Prova');
    await dialog.getByRole('button', { name: 'Create and open' }).click();
    await page.waitForURL(/\/draw\/[0-9a-f-]{36}/);
    project = /\/draw\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    await page.getByRole('application').waitFor();
    const projects = await groma.api<{ id: string; projectName: string }[]>('GET', '/projects');
    expect(projects.find(({ id }) => id === project)?.projectName).toBe('Comune di Prova');
  });

  it('reads a GeoJSON file, names what is invalid in it, imports the rest and shows it', async () => {
    await look({ name: 'wells.geojson', buffer: Buffer.from(WELLS) });
    await problem(/2\s*The feature has no geometry. It is not imported/).waitFor();
    await picture(page, '3-look');
    await importButton().click();
    await dialog.getByText('2 objects imported into wells.').waitFor();
    await show(/wells/);
    await picture(page, '3-imported');
    expect((await objects('wells')).map(({ properties }) => properties['name']).sort()).toEqual([
      'Pozzo Nord',
      'Pozzo Sud',
    ]);
  });

  it('takes the import back with Ctrl+Z, and brings it again with Ctrl+Shift+Z', async () => {
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    await page.getByText(/2 objects were deleted/).waitFor();
    const left = () =>
      groma.api<{ count: number }>('GET', '/geometries/count', undefined, { projectid: project });
    expect(await left()).toEqual({ count: 0 });
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('2 objects are there again.').waitFor();
    expect(await left()).toEqual({ count: 2 });
    await page.keyboard.press('Control+z');
    await expect.poll(left).toEqual({ count: 0 });
  });

  it('reads a zipped shapefile in its own CRS and encoding, and reports repairs', async () => {
    await look({ name: 'case.zip', buffer: houses('case', EPSG_3003) });
    await dialog.getByText('Found in the file.').waitFor();
    await problem(/2\s*The outline is not valid: (ring )?self-intersection near/).waitFor();
    await dialog.getByRole('tab', { name: 'Sample' }).click();
    await dialog.getByText('Via della Libertà').waitFor();
    await picture(page, '3-shapefile');
    await importButton().click();
    await dialog.getByText('3 objects imported into case.').waitFor();
    await show(/case/);
    const stored = await objects('case');
    expect(stored.map(({ properties }) => properties['via']).sort()).toEqual([
      'Piazza più bella',
      'Via della Libertà',
      'Vicolo Così',
    ]);
    expect(stored.map(({ location }) => location.type).sort()).toEqual([
      'MultiPolygon',
      'Polygon',
      'Polygon',
    ]);
  });

  it('asks for the CRS of a file that does not name it', async () => {
    await look({ name: 'senza.zip', buffer: houses('senza', '') });
    await dialog.getByText('Not given in the file. Choose one.').waitFor();
    expect(await importButton().isDisabled()).toBe(true);
    await dialog.getByText('Choose a reference system first.').waitFor();
    await picture(page, '3-asks-for-crs');
    await dialog.getByRole('combobox', { name: 'Reference system' }).fill('3003');
    await page.getByRole('option', { name: /EPSG:3003/ }).click();
    await dialog.getByRole('button', { name: 'Import 3 objects', disabled: false }).click();
    await dialog.getByText('3 objects imported into senza.').waitFor();
    await show(/senza/);
    // The same numbers in the chosen CRS are at the place of the file that names it.
    const places = async (typeName: string) =>
      (await objects(typeName)).map(({ location }) => JSON.stringify(location)).sort();
    expect(await places('senza')).toEqual(await places('case'));
  });

  it('shows the progress of 25,000 parcels, and draws them', async () => {
    const file = join(groma.folder, 'parcels.zip');
    writeFileSync(file, dutchParcels(PARCELS));
    await look(file);
    await page.evaluate(watchProgress);
    await importButton().click();
    await picture(page, '3-progress');
    await dialog.getByText(`${MANY} imported into parcels.`).waitFor({ timeout: 300_000 });
    // Between start and end.
    const shown = await page.evaluate(() => (window as unknown as Watched).progress);
    expect(shown.some((value) => value > 0 && value < 100)).toBe(true);
    await show(/parcels/);
    const types = await groma.api<ObjectType[]>('GET', '/attributes');
    const { stroke } = types.find(({ name }) => name === 'parcels')!.style;
    await page.waitForFunction(pixelsOf, { colour: stroke, min: 1000 });
    await picture(page, '3-all-drawn');
  });

  it('puts them where PROJ does', async () => {
    for (const [number, corner] of Object.entries(CORNERS)) {
      const [parcel] = await parcelsAt(corner);
      expect(parcel!.properties['number']).toBe(Number(number));
      const [ring] = parcel!.location.coordinates as Position[][];
      // Within a millimetre of its corner.
      expect(Math.min(...ring!.map((vertex) => inverse(vertex, corner).distance))).toBeLessThan(0.001);
    }
  });

  it('selects all of them by one box, from where none is loaded', async () => {
    await page.keyboard.press('b');
    await page.getByRole('status').filter({ hasText: 'Drag a rectangle' }).waitFor();
    const { x, y, width, height } = (await page.getByRole('application').boundingBox())!;
    await page.mouse.move(x + width - 8, y + height - 8);
    await page.mouse.down();
    await page.mouse.move(x + 8, y + 8, { steps: 5 });
    await page.mouse.up();
    await page.getByText(`${MANY} selected`).first().waitFor();
    await picture(page, '3-all-selected');
  });

  it('changes all of them in one step, which Ctrl+Z takes back', async () => {
    const used = async (use: string) => {
      const filter = { field: 'use', op: 'eq', value: use };
      const body = { filter, typeNames: ['parcels'] };
      return (await groma.api<{ count: number }>('POST', '/geometries/select', body, { projectid: project }))
        .count;
    };
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Change values' }).click();
    await dialog.waitFor();
    await dialog.getByRole('button', { name: /Field$/ }).click();
    await page.getByRole('option', { name: 'use' }).click();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('built');
    await picture(page, '3-change-many');
    await dialog.getByRole('button', { name: `Change ${MANY}` }).click();
    // Asked once: each answer looks at all of them.
    await page.getByText(/^Done: /).waitFor({ timeout: 400_000 });
    expect(await used('built')).toBe(PARCELS);
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Redo', exact: true }).waitFor({ timeout: 400_000 });
    expect(await used('grass')).toBe(PARCELS);
  }, 900_000);

  it('measures one of them in metres, with three decimals', async () => {
    const [west, east] = [CORNERS[0]!, CORNERS[1]!];
    const middle: Position = [(west[0] + east[0]) / 2, (west[1] + east[1]) / 2];
    await page.goto(`${groma.url}/draw/${project}?at=20/${middle[1]}/${middle[0]}`);
    const types = await groma.api<ObjectType[]>('GET', '/attributes');
    const { stroke } = types.find(({ name }) => name === 'parcels')!.style;
    await page.waitForFunction(pixelsOf, { colour: stroke, min: 100 });
    await picture(page, '3-one-of-them');
    await page.keyboard.press('d');
    await page.getByRole('status').filter({ hasText: 'distance starts' }).waitFor();
    const box = (await page.getByRole('application').boundingBox())!;
    const pixels = ((east[0] - west[0]) / 2) * ((256 * 2 ** 20) / 360);
    for (const side of [-1, 1]) {
      // Close to a corner: it is snapped to.
      await page.mouse.move(box.x + box.width / 2 + side * pixels + 2, box.y + box.height / 2 + 2, {
        steps: 3,
      });
      await page.mouse.down();
      await page.mouse.up();
    }
    await page.keyboard.press('Enter');
    // The side is 40 m in the plane of RD, whose scale there is 0.99994.
    const length = printLength(inverse(west, east).distance, 'en');
    expect(length).toMatch(/^40\.00\d\u00a0m$/);
    await page
      .getByRole('region', { name: /^Distance/ })
      .getByText(length)
      .first()
      .waitFor();
    await picture(page, '3-measured');
  });
});

interface Watched {
  progress: number[];
}

/** In the page: records every value that a progress bar shows from now on, however briefly. */
function watchProgress(): void {
  const progress: number[] = [];
  (window as unknown as Watched).progress = progress;
  new MutationObserver(() => {
    const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    if (value) progress.push(Number(value));
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-valuenow'] });
}

/** In the page: whether the map shows at least so many pixels of a colour (`#rrggbb`, dimmed as thin lines are). */
function pixelsOf({ colour, min }: { colour: string; min: number }): boolean {
  const expected = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let found = 0;
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('[role=application] canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3]! > 100 && expected.every((value, k) => Math.abs(data[i + k]! - value) < 24)) found++;
  }
  return found >= min;
}
