import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Project, User } from '#core/protocol';
import { begin, goTo, newAdministrator, newPerson, picture, signInAs, type Groma } from './harness.ts';

const WALKER = { email: 'walker@groma.test', password: 'along the old path' };
let groma: Groma;
let browser: Browser;
let admin: Page;
let walker: Page;
let project: string;
beforeAll(() =>
  begin(async (stage) => {
    ({ groma, browser } = stage);
    ({ page: admin, project } = await newAdministrator(stage));
  }),
);

describe('an administrator sets permissions', () => {
  it('creates a role and grants tools to it, with what they require', async () => {
    await admin.goto(`${groma.url}/management-pages?tab=roles`);
    await admin.getByRole('button', { name: 'New role', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Role name' }).fill('Walker');
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await dialog.waitFor({ state: 'detached' });

    await cell('Measure a distance').press('Space');
    const needs = admin.getByRole('dialog', { name: /needs more permissions/ });
    await needs.getByText('View objects').waitFor();
    // The box is far down the table; scrolling to it scrolled the table, not the page.
    const table = await admin.locator('.adm-matrix').boundingBox();
    expect(table!.y).toBeGreaterThan(0);
    await picture(admin, '7-needs');
    await needs.getByRole('button', { name: 'Grant these as well' }).click();
    await checked('View objects', true);
    await checked('Measure a distance', true);
    await cell('Select').first().press('Space');
    await checked('Select', true);
    await checked('Draw a polygon', false);
    await picture(admin, '7-matrix');
  });

  it('creates a user with that role and a blocked layer', async () => {
    await admin.getByRole('tab', { name: 'Users' }).click();
    await admin.getByRole('button', { name: 'New user' }).click();
    const dialog = admin.getByRole('dialog', { name: 'New user' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Wanda Walker');
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(WALKER.email);
    await dialog.getByLabel('Password').fill(WALKER.password);
    await dialog.getByRole('button', { name: /Role/ }).click();
    await admin.getByRole('option', { name: 'Walker' }).click();
    await dialog.getByText('Parcels').click();
    await picture(admin, '7-new-user');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.waitFor({ state: 'detached' });
    await admin
      .getByRole('row', { name: /Wanda Walker/ })
      .getByText('1 blocked')
      .waitFor();

    const people = await groma.api<{ id: string }[]>('GET', '/users');
    await groma.api('PUT', `/projects/${project}/members`, { userIds: people.map(({ id }) => id) });
  });

  it('the user sees only what is allowed, and the server refuses the rest', async () => {
    const page = (walker = await newPerson(browser));
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await signInAs(page, groma.url, WALKER);
    await page.goto(`${groma.url}/draw/${project}`);
    await page.locator('canvas').first().waitFor();
    const tools = page.getByRole('toolbar', { name: 'Tools' });
    await tools.getByRole('button', { name: /Measure a distance/ }).waitFor();
    expect(await tools.getByRole('button', { name: /Draw a polygon/ }).count()).toBe(0);
    expect(await tools.getByRole('button', { name: /Measure an area/ }).count()).toBe(0);
    // Layers: a blocked one is hidden completely.
    await page.getByRole('row', { name: /Streets and paths/ }).waitFor();
    expect(await page.getByText('Parcels').count()).toBe(0);
    await picture(page, '7-walker-workspace');
    const plugins = (): (string | undefined)[] =>
      scripts.map((url) => /plugin\.([\w-]+)-[\w-]{8}\.js/.exec(url)?.[1]);
    await expect.poll(plugins).toContain('measure-2d');

    // Shortcuts of tools without a grant do nothing.
    await page.mouse.click(600, 720);
    await page.keyboard.press('3');
    expect(new URL(page.url()).pathname).not.toContain('polygon');

    // Neither the palette, nor the sidebar, nor a URL opens it.
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search tools, projects, objects, places').fill('draw a polygon');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Projects' }).waitFor();
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await picture(page, '7-walker-menu');
    await page.keyboard.press('Escape');
    await page.goto(`${groma.url}/management-pages`);
    await page
      .getByText(/not found|nothing here|does not exist/i)
      .first()
      .waitFor();

    // The code of tools without a grant was never requested.
    for (const denied of ['draw', 'modify', 'administration']) expect(plugins()).not.toContain(denied);

    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('groma.session')!) as { tokens: { token: string }[] }).tokens[0]!
          .token,
    );
    const call = (method: string, path: string, body?: unknown): Promise<Response> =>
      fetch(`${groma.url}/api${path}`, {
        method,
        headers: { jwt: token, projectid: project, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const refused = await call('POST', '/geometries', {
      typeName: 'street',
      location: {
        type: 'LineString',
        coordinates: [
          [12.61, 42.93],
          [12.62, 42.94],
        ],
      },
    });
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as { detail: string }).detail).toContain('geometries.write');
    expect((await call('GET', '/users')).status).toBe(403);
    const objects = (await (await call('GET', '/geometries')).json()) as { typeName: string }[];
    expect(objects.length).toBeGreaterThan(0);
    const everything = await groma.api<{ typeName: string }[]>('GET', '/geometries', undefined, {
      projectid: project,
    });
    const hidden = [...new Set(everything.map(({ typeName }) => typeName))].filter(
      (name) => !objects.some(({ typeName }) => typeName === name),
    );
    expect(hidden).toHaveLength(1);
  });

  it('revokes a tool while the other person is using it', async () => {
    await goTo(walker, `/draw/${project}/2dmeasures/distance`);
    const tool = walker
      .getByRole('toolbar', { name: 'Tools' })
      .getByRole('button', { name: /Measure a distance/ });
    await tool.waitFor();
    await goTo(admin, '/management-pages?tab=roles');
    await cell('Measure a distance').press('Space');
    await tool.waitFor({ state: 'detached' });
  });

  it('blocks every map: no project opens any more, and the list says why', async () => {
    const people = await groma.api<User[]>('GET', '/users');
    const { id, version } = people.find(({ email }) => email === WALKER.email)!;
    const blockedLayers = ['map-2d', 'map-3d', 'point-cloud', 'bim', 'panorama'];
    await groma.api('PUT', `/users/${id}`, { blockedLayers }, { 'if-match': `"${version}"` });
    await goTo(walker, '/projectList');
    await walker.getByText(/projects cannot be opened/).waitFor();
    await picture(walker, '7-no-map');
  });

  it('archives a project, which then offers nothing that would change it, also where it is open', async () => {
    await goTo(admin, `/draw/${project}`);
    const tools = admin.getByRole('toolbar', { name: 'Tools' });
    const draw = tools.getByRole('button', { name: /Draw a polygon/ });
    await draw.waitFor();
    const path = `/projects/${project}`;
    const archive = async (archived: boolean) => {
      const { version } = await groma.api<Project>('GET', path);
      await groma.api('PUT', path, { archived }, { 'if-match': `"${version}"` });
    };
    await archive(true);
    await draw.waitFor({ state: 'detached' });
    await admin.getByRole('status').filter({ hasText: 'Archived: read only' }).waitFor();
    await tools.getByRole('button', { name: /Measure a distance/ }).waitFor();
    await picture(admin, '7-archived');
    // Its address leads to the map.
    await goTo(admin, `/draw/${project}/2ddrawtools/polygon`);
    await admin.getByRole('application').waitFor();
    expect(await draw.count()).toBe(0);
    await archive(false);
    await draw.waitFor();
  });
});

function cell(what: string) {
  return admin.getByRole('checkbox', { name: `${what} for Walker`, exact: true });
}

async function checked(what: string, on: boolean): Promise<void> {
  const box = cell(what).first();
  await box.waitFor({ state: 'attached' });
  await expect.poll(() => box.isChecked()).toBe(on);
}
