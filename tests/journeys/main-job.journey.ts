import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { direct, inverse } from '#core/geodesy';
import type { Field, GeometryObject, ObjectType, Position } from '#core/protocol';
import { attack } from './attacks.ts';
import {
  apiAs,
  beginAlone,
  goTo,
  logIn,
  newPerson,
  picture,
  signInAs,
  type Groma,
  type OwnGroma,
} from './harness.ts';
import { withPluginOf } from './outside.ts';

let groma: OwnGroma;
let page: Page;
let dialog: Locator;
let attackers: ReturnType<typeof attack>;
/** Of the administrator of the organization. */
let api: Groma['api'];
/** What the person's browser was refused or did not get. */
const troubles: string[] = [];
const TYPE = 'roads';
const PROJECT = 'Provincial roads';
let projectId: string;

interface Role {
  role_id: string;
  role_name: string;
}

beforeAll(async () => {
  const { root, remove } = await withPluginOf('docs/plugins/own-format.md', 'files/levels');
  const end = await beginAlone(
    async (stage) => {
      ({ groma } = stage);
      page = await newPerson(stage.browser);
      dialog = page.getByRole('dialog');
      const password = 'plainly unrelated words';
      const roles = await groma.api<Role[]>('GET', '/roles');
      const roleId = (name: string) => roles.find(({ role_name }) => role_name === name)!.role_id;
      const [ada, sam] = [
        { email: 'ada@groma.test', password },
        { email: 'sam@groma.test', password },
      ];
      const { id: adaId } = await groma.api<{ id: string }>('POST', '/users', {
        ...ada,
        name: 'Ada',
        roleId: roleId('Administrator'),
      });
      const { id: samId } = await groma.api<{ id: string }>('POST', '/users', {
        ...sam,
        name: 'Sam',
        roleId: roleId('Surveyor'),
      });
      api = apiAs(groma.url, ada);
      const made = await api<{ id: string }>('POST', '/projects', { projectName: PROJECT, crs: 'EPSG:4326' });
      projectId = made.id;
      await api('PUT', `/projects/${projectId}/members`, { userIds: [adaId, samId] });
      const fields = Array.from({ length: 100 }, (_, i) => {
        const name = `f${i}`;
        return { name, title: { en: name, it: name }, type: 'text', required: false, pattern: '(a+)+b' };
      });
      await api('POST', '/attributes', { name: 'slow', fields, projectIds: [projectId] });
      const lost = await api<{ token: string }>('POST', '/users/me/tokens', { name: 'lost', days: 1 });
      await signInAs(page, groma.url, ada);
      page.on('response', (response) => {
        if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
      });
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText;
        const isOwn = request.url().startsWith(groma.url);
        if (isOwn && reason !== 'net::ERR_ABORTED') troubles.push(`${reason} ${request.url()}`);
      });
      page.on('pageerror', (failure) => troubles.push(failure.message));
      attackers = attack({
        url: groma.url,
        projectId,
        surveyor: (await logIn(groma.url, sam)).tokens[0]!.token,
        lost: lost.token,
        roleId: roleId('Surveyor'),
        slowType: 'slow',
      });
    },
    undefined,
    root,
  ).catch((failure: unknown) => {
    remove();
    throw failure;
  });
  return async () => {
    await end();
    remove();
  };
});

const START: Position = [12.61, 42.94];
const END = direct(START, 90, 1000);
const ROADS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { code: 'SP1', name: 'Via Nord', width: 7.5, lanes: 2, surface: 'asphalt', opened: '1998-05-12' },
      geometry: { type: 'LineString', coordinates: [START, END] },
    },
    {
      type: 'Feature',
      properties: { code: 'SP2', name: 'Via Sud', width: 5, lanes: 1, surface: 'gravel', opened: '1961-10-01' },
      geometry: { type: 'LineString', coordinates: [direct(START, 180, 300), direct(END, 180, 300)] },
    },
  ],
}); // prettier-ignore

interface Asked {
  name: string;
  type?: string;
  title: string;
  rules?: () => Promise<void>;
}

async function addField({ name, type, title, rules }: Asked): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Title in English' }).first().fill(title);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
  if (type) await choose(/Type$/, type);
  await rules?.();
}

async function choose(list: RegExp, option: string): Promise<void> {
  await dialog.getByRole('button', { name: list }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const number = (name: string, value: string) => dialog.getByRole('textbox', { name }).fill(value);
const tick = (name: string) => dialog.locator('label', { hasText: name }).first().click();

/** With a plugin from outside, on a server that is under attack all the while. */
describe("an administrator's main job", () => {
  it('defines a type with six fields', async () => {
    await page.goto(`${groma.url}/object-management`);
    await page.getByRole('button', { name: 'New object type' }).first().click();
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(TYPE);
    await choose(/Geometry$/, 'Line');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add field' }).click();
    const fields: Asked[] = [
      { name: 'code', title: 'Code', rules: async () => {
          await dialog.getByRole('textbox', { name: 'Pattern' }).fill('SP[0-9]+');
          await tick('Required');
          await tick('Unique');
        } },
      { name: 'name', title: 'Name of the road' },
      { name: 'width', title: 'Width', type: 'Number', rules: async () => {
          await number('Minimum', '0');
          await number('Maximum', '60');
        } },
      { name: 'lanes', title: 'Lanes', type: 'Whole number' },
      { name: 'surface', title: 'Surface', type: 'Choice', rules: async () => {
          for (const [i, value] of ['asphalt', 'gravel'].entries()) {
            await dialog.getByRole('button', { name: 'Add value' }).click();
            await dialog.getByRole('textbox', { name: `Value ${i + 1}` }).fill(value);
          }
        } },
      { name: 'opened', title: 'Opened', type: 'Date' },
    ]; // prettier-ignore
    for (const [i, field] of fields.entries()) {
      if (i > 0) await dialog.getByRole('button', { name: 'Add field' }).click();
      await addField(field);
    }
    await picture(page, 'main-job-fields');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = (await api<ObjectType[]>('GET', '/attributes')).find(({ name }) => name === TYPE)!;
    expect(stored.geometryType).toBe('LineString');
    expect(stored.fields.map(({ name, type }) => [name, type])).toEqual([
      ['code', 'text'],
      ['name', 'text'],
      ['width', 'number'],
      ['lanes', 'integer'],
      ['surface', 'choice'],
      ['opened', 'date'],
    ]);
    const [code, , width, , surface] = stored.fields as [Field, Field, Field, Field, Field];
    expect(code).toMatchObject({ pattern: 'SP[0-9]+', required: true, unique: true });
    expect(width).toMatchObject({ min: 0, max: 60 });
    expect(surface.choices!.map(({ value }) => value)).toEqual(['asphalt', 'gravel']);
  });

  it('imports a file into it', async () => {
    const type = encodeURIComponent(TYPE);
    await goTo(page, `/shape-management?project=${projectId}&type=${type}`);
    await page.getByRole('button', { name: 'Import a file' }).first().click();
    await dialog.waitFor();
    const file = { name: 'roads.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(ROADS) };
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('Objects are added to this type.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Import 2 objects' }).click();
    await dialog.getByText(`2 objects imported into ${TYPE}.`).waitFor();
    const objects = await api<GeometryObject[]>('GET', '/geometries', undefined, {
      projectid: projectId,
      type,
    });
    expect(objects.map(({ properties }) => properties['surface']).sort()).toEqual(['asphalt', 'gravel']);
    expect(objects.map(({ properties }) => properties['width']).sort()).toEqual([5, 7.5]);
  });

  it('imports a file of a format that a plugin from outside reads', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await goTo(page, `/shape-management?project=${projectId}`);
    await page.getByRole('button', { name: 'Import a file' }).first().click();
    await dialog.getByText('Book of a level').first().waitFor();
    const file = (name: string, ...lines: string[]) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.locator('input[type=file]').setInputFiles(file('bad.lev', 'EPSG:32633', 'P1;386000'));
    await dialog.getByText('Line 2 of bad.lev cannot be read: write point;east;north;height;code.').waitFor();
    await picture(page, 'main-job-plugin-refuses');
    const book = [
      'EPSG:32633',
      'P1;386000.000;4758000.000;231.405;benchmark',
      'P2;386040.000;4758030.000;229.118;manhole',
    ];
    await page.locator('input[type=file]').setInputFiles(file('july.lev', ...book));
    await dialog.getByRole('button', { name: 'Import 2 objects' }).waitFor();
    await picture(page, 'main-job-plugin-read');
    await dialog.getByRole('button', { name: 'Import 2 objects' }).click();
    await dialog.getByText('2 objects imported into july.').waitFor();
    await picture(page, 'main-job-plugin-imported');
    const objects = await api<GeometryObject[]>('GET', '/geometries', undefined, { projectid: projectId });
    const marks = objects.filter(({ properties }) => 'point' in properties);
    expect(marks.map(({ properties }) => [properties['point'], properties['code']]).sort()).toEqual([
      ['P1', 'benchmark'],
      ['P2', 'manhole'],
    ]);
    const [longitude, latitude, height] = marks.find(({ properties }) => properties['point'] === 'P1')!
      .location.coordinates as number[];
    // GDAL with PROJ: gdaltransform -s_srs EPSG:32633 -t_srs EPSG:4326.
    expect(longitude).toBeCloseTo(13.602148271, 8);
    expect(latitude).toBeCloseTo(42.966116412, 8);
    expect(height).toBe(231.405);
  });

  it('finds the project again on the map of projects', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await goTo(page, '/projectMap');
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(PROJECT);
    await page.locator('.project-map-marker').getByText(PROJECT).waitFor();
    await picture(page, 'main-job-project-map');
    await page
      .getByRole('row', { name: new RegExp(PROJECT) })
      .getByRole('link')
      .click();
    await page.waitForURL(({ pathname }) => pathname.startsWith(`/draw/${projectId}`));
    await page.getByRole('application').waitFor();
  });

  it('reads a chainage along the imported road', async () => {
    await goTo(page, '/kmreprojection');
    await page.getByRole('tab', { name: 'Kilometre reference' }).click();
    await pick('Project', PROJECT);
    await pick('Line of the project', 'SP1');
    // 250 m along the road, 4 m to its left, which is north.
    const { azimuth } = inverse(START, END);
    const on = direct(START, azimuth, 250);
    const [longitude, latitude] = direct(on, inverse(START, on).finalAzimuth - 90, 4);
    await page.getByRole('textbox', { name: 'Points beside the line' }).fill(`sign ${latitude} ${longitude}`);
    const row = page.getByRole('grid', { name: 'Points' }).getByRole('row', { name: /sign/ });
    await row.getByText('0+250.000').waitFor();
    await row.getByText('4.000 left').waitFor();
    await picture(page, 'main-job-chainage');
  });

  it('was not disturbed by anybody', async () => {
    expect(await attackers.stop()).toBeGreaterThan(3);
    expect(troubles).toEqual([]);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  });
});

async function pick(list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).fill(option);
  await page.getByRole('option', { name: option }).click();
}
