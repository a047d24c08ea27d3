import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf, InstalledPlugin, listTransactions, ObjectType } from '#core/protocol';
import { hostOf } from '../../server/platform/outgoing/fetch.ts';
import { zipFiles } from '../../workbench/tools/contained/archive.ts';
import { bundlePlugin } from '../../workbench/tools/contained/bundle.ts';
import { makePlugin } from '../../workbench/tools/contained/make.ts';
import { makeKey, signFiles } from '../../workbench/tools/contained/sign.ts';
import { writeIndex } from '../../workbench/tools/contained/package-index.ts';
import { serve, type HttpServer } from '../http-server.ts';
import { changeFullPlugin, makeFullPlugin } from './full-plugin.ts';
import { hostilePlugin } from './hostile-plugin.ts';
import {
  ask,
  beginAlone,
  goTo,
  IS_PLAIN,
  logIn,
  newAdministrator,
  newPerson,
  picture,
  signInAs,
  type Groma,
} from './harness.ts';
import { openRawPage } from './raw-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const SURVEYOR = { email: 'wells@groma.test', password: 'water from the rock' };

describe('A plugin from outside', () => {
  let groma: Groma;
  let browser: Browser;
  let admin: Page;
  let surveyor: Page;
  let project: string;
  let folder: string;
  let key: string;
  /** Where the operator puts packages, and another web server has some. */
  let packages: string;
  let registry: HttpServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groma-author-'));
    key = join(folder, 'key.pem');
    makeKey(key);
    packages = join(folder, 'packages');
    mkdirSync(packages);
    registry = await serve(({ path }) => ({ body: readFileSync(join(packages, path)) }));
    const settings = { GROMA_PLUGIN_FOLDER: packages, GROMA_PLUGIN_HOSTS: hostOf(registry.url) };
    const end = await beginAlone(async (stage) => {
      ({ groma, browser } = stage);
      ({ page: admin, project } = await newAdministrator(stage));
      const title = { en: 'Well', it: 'Pozzo' };
      await groma.api<ObjectType>('POST', '/attributes', { name: 'Well', title });
      surveyor = await newSurveyor();
    }, settings);
    return async () => {
      await end();
      await registry.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  /** Somebody whose role has no plugin of any kind, in the workspace of the project. */
  async function newSurveyor(): Promise<Page> {
    const authorizations = [
      'geometries.read',
      'geometries.write',
      'geometries.delete',
      'tool:selection.select',
    ];
    const role = { role_name: 'Wells', authorizations };
    const { role_id: roleId } = await groma.api<{ role_id: string }>('POST', '/roles', role);
    const { id } = await groma.api<{ id: string }>('POST', '/users', { ...SURVEYOR, name: 'Wanda', roleId });
    const { userId } = await groma.api<{ userId: string }>('GET', '/me');
    await groma.api('PUT', `/projects/${project}/members`, { userIds: [userId, id] });
    const page = await newPerson(browser);
    await signInAs(page, groma.url, SURVEYOR);
    await page.goto(`${groma.url}/draw/${project}`);
    await page.getByRole('application').waitFor();
    return page;
  }

  /** The signed package of a plugin's folder. */
  async function pack(plugin: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
    const { manifest, files } = await bundlePlugin(plugin);
    const buffer = await zipFiles(signFiles(files, key));
    return { name: `${manifest.id}-${manifest.version}.zip`, mimeType: 'application/zip', buffer };
  }

  /** The tool as an author starts it, and the address that it prints. */
  async function serveByTool(plugin: string): Promise<{ address: string; close: () => Promise<unknown> }> {
    const given = ['--import', 'tsx', 'workbench/tools/groma-plugin.ts', 'dev', plugin, '--port', '0'];
    const tool = spawn(process.execPath, given, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const address = await new Promise<string>((resolve, reject) => {
      tool.stdout.on('data', (piece: Buffer) => {
        printed += piece.toString();
        const [found] = /http:\/\/\S+/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      });
      tool.once('exit', () => reject(new Error(`The tool ended: ${printed}`)));
    });
    return {
      address,
      close: () => {
        const ended = once(tool, 'exit');
        tool.kill();
        return ended;
      },
    };
  }

  async function upload(file: Awaited<ReturnType<typeof pack>>): Promise<void> {
    await admin.goto(`${groma.url}/management-pages?tab=plugins`);
    const chosen = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Upload package' }).first().click();
    await (await chosen).setFiles(file);
    await admin.getByRole('dialog').waitFor();
  }
  const dialog = () => admin.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const grantAll = async () => {
    const wanted = dialog().getByRole('group', { name: /^What it wants/ });
    await wanted.waitFor();
    for (const box of await wanted.getByRole('checkbox').all()) await box.press('Space');
  };

  async function connect(address: string): Promise<void> {
    await admin.goto(`${groma.url}/draw/${project}`);
    await admin.getByRole('application').waitFor();
    await ask(admin, 'Author mode');
    await admin.getByRole('menuitem', { name: /Author mode/ }).waitFor();
    await admin.keyboard.press('Enter');
    await admin.getByLabel('Address').fill(address);
    await admin.getByRole('button', { name: 'Connect' }).click();
  }

  it.runIf(IS_PLAIN)('says why the tool of its author is not reached', async () => {
    await connect('http://127.0.0.1:4174');
    await admin.getByText('browsers then keep it from reaching a tool').waitFor();
    await admin.getByRole('button', { name: 'Stop' }).click();
    await admin.keyboard.press('Escape');
  });

  it.skipIf(IS_PLAIN)('is tried by its author in the own page while it is written', async () => {
    const tried = join(folder, 'acme-tried');
    makePlugin(tried);
    const server = await serveByTool(tried);
    await connect(server.address);
    await admin.getByText('Wells 1.0.0 runs in this page').waitFor();
    await picture(admin, 'author-mode');
    const manifest = join(tried, 'manifest.ts');
    const rewrite = (from: string, to: string) =>
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(from, to));
    rewrite("'1.0.0'", "'1.0.1'");
    await admin.getByText('Wells 1.0.1 runs in this page').waitFor();
    rewrite("groma: '^1.4'", "groma: '^9'");
    await admin.getByText("asks for Groma '^9'").waitFor();
    await picture(admin, 'author-mode-problem');
    rewrite("groma: '^9'", "groma: '^1.4'");
    await admin.getByText('Wells 1.0.1 runs in this page').waitFor();
    // Nobody else has it.
    expect(await surveyor.getByRole('button', { name: 'Wells', exact: true }).count()).toBe(0);
    await admin.getByRole('button', { name: 'Stop' }).click();
    await admin.getByText('Tries a plugin that you are writing').waitFor();
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: /^Author mode/ }).waitFor({ state: 'detached' });
    expect(await admin.locator('iframe').count()).toBe(0);
    await server.close();
  });

  it('is made, signed, uploaded, reviewed and granted', async () => {
    const wells = join(folder, 'acme-wells');
    makePlugin(wells);
    await upload(await pack(wells));
    await dialog().getByText('Create, change and delete objects of the type “Well”').waitFor();
    await picture(admin, 'plugins-review');
    expect(await dialog().getByRole('button', { name: 'Approve and switch on' }).isDisabled()).toBe(true);
    await dialog().getByLabel('Whose key it is').fill('Acme');
    await press('Accept key');
    await dialog().getByText('Signed by Acme').waitFor();
    await grantAll();
    await dialog().getByRole('checkbox', { name: 'Wells', exact: true }).press('Space');
    await press('Approve and switch on');
    await dialog().getByRole('button', { name: 'Switch off' }).waitFor();
    await picture(admin, 'plugins-approved');
  });

  it('says when its code cannot be fetched, and starts once it can', async () => {
    const panel = surveyor.getByRole('button', { name: 'Wells', exact: true });
    await surveyor.route('**/entry.js', (route) => route.abort());
    await panel.click();
    await surveyor
      .getByRole('alert')
      .getByText('The code of the plugin could not be loaded')
      .first()
      .waitFor();
    await surveyor.unroute('**/entry.js');
    await surveyor.getByRole('button', { name: 'Start again' }).click();
    await surveyor.getByText('No wells yet').waitFor();
    await panel.click();
  });

  it('appears in an open session without reload, and is used there', async () => {
    const tool = surveyor.getByRole('button', { name: /Place well/ });
    await tool.waitFor();
    await tool.click();
    await surveyor.getByText('Click where the well is, or type its place.').waitFor();
    const map = (await surveyor.getByRole('application').boundingBox())!;
    await surveyor.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    await surveyor.keyboard.press('Escape');
    await surveyor.getByRole('button', { name: 'Wells', exact: true }).click();
    const table = surveyor.getByRole('grid', { name: 'Table with the columns Number, Depth [m]' });
    await table.getByRole('row').nth(1).waitFor();
    expect(await table.getByRole('row').nth(1).innerText()).toMatch(/1\s+10/);
    await picture(surveyor, 'plugins-used');
    const history = async () => {
      const found = await groma.api<{ id: string }[]>('GET', '/geometries?bbox=-180,-90,180,90', undefined, {
        projectid: project,
        type: 'Well',
      });
      const [well] = found;
      if (!well) return undefined;
      const of = await groma.api<AnswerOf<typeof listTransactions>>(
        'GET',
        `/geometries/${well.id}/transactions`,
      );
      return of.map(({ plugin }) => plugin);
    };
    await expect.poll(history).toEqual(['acme-wells@1.0.0']);
  });

  it('keeps what it is told, and its edits are undone like any other', async () => {
    await surveyor.getByLabel('Depth of the next well [m]').fill('25');
    await surveyor.getByRole('button', { name: 'Keep' }).click();
    await surveyor.getByText('Wells: The next wells get this depth.').waitFor();
    await surveyor.getByRole('application').focus();
    await surveyor.keyboard.press('Control+z');
    await surveyor.getByRole('button', { name: 'Read again' }).click();
    await surveyor.getByText('No wells yet').waitFor();
  });

  it('is found in the history of the project, and all that it did is undone', async () => {
    await surveyor.getByRole('button', { name: /Place well/ }).click();
    const map = (await surveyor.getByRole('application').boundingBox())!;
    await surveyor.mouse.click(map.x + map.width / 3, map.y + map.height / 3);
    await surveyor.keyboard.press('Escape');
    const wells = async () =>
      (
        await groma.api<object[]>('GET', '/geometries?bbox=-180,-90,180,90', undefined, {
          projectid: project,
          type: 'Well',
        })
      ).length;
    await expect.poll(wells).toBe(1);
    await admin.keyboard.press('Escape');
    await goTo(admin, `/draw/${project}`);
    await admin.getByRole('application').click();
    await admin.keyboard.press('Shift+U');
    await dialog()
      .getByRole('button', { name: /Plugin/ })
      .click();
    await admin.getByRole('option', { name: 'acme-wells' }).click();
    await dialog().getByRole('button', { name: 'Undo all of acme-wells…' }).click();
    const question = admin.getByRole('alertdialog');
    await question.getByText('Undo all that acme-wells did in this project?').waitFor();
    await picture(admin, 'plugins-undo-all');
    await question.getByRole('button', { name: /Restore 1 object/ }).click();
    await expect.poll(wells).toBe(0);
    await admin.keyboard.press('Escape');
    await surveyor.getByRole('button', { name: 'Read again' }).click();
    await surveyor.getByText('No wells yet').waitFor();
    await admin.goto(`${groma.url}/management-pages?tab=plugins`);
    await admin.getByRole('row', { name: /Wells/ }).click();
    await dialog().waitFor();
  });

  it('is updated with more permissions only after another review, and rolled back', async () => {
    const wells = join(folder, 'acme-wells');
    const manifest = join(wells, 'manifest.ts');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8')
        .replace("'1.0.0'", "'1.1.0'")
        .replace("'store'", "'store', 'net:stock.example.org'")
        .replace("en: 'Place well'", "en: 'Place new well'"),
    );
    await upload(await pack(wells));
    await dialog().getByText('Send requests to stock.example.org').waitFor();
    await dialog().getByText('new', { exact: true }).waitFor();
    await picture(admin, 'plugins-update');
    expect(await surveyor.getByRole('button', { name: /Place well/ }).count()).toBe(1);
    await press('Update');
    await surveyor.getByRole('button', { name: /Place new well/ }).waitFor();
    await surveyor.getByText('The plugin “Wells” was changed to version 1.1.0').first().waitFor();
    await dialog()
      .getByRole('button', { name: /Version/ })
      .click();
    await admin.getByRole('option', { name: '1.0.0' }).click();
    await press('Roll back');
    await surveyor.getByRole('button', { name: /Place well/ }).waitFor();
    expect(await surveyor.getByRole('button', { name: /Place new well/ }).count()).toBe(0);
  });

  it('leaves nothing behind when it is removed', async () => {
    // The panel that has stayed open runs the version of before again.
    await surveyor.locator('iframe').waitFor({ state: 'attached' });
    await surveyor.getByLabel('Depth of the next well [m]').waitFor();
    await press('Remove');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await admin.getByText('No plugins from outside yet').waitFor();
    await surveyor.getByRole('button', { name: /Place well/ }).waitFor({ state: 'detached' });
    await surveyor.getByText('The plugin “Wells” was switched off or removed').first().waitFor();
    await surveyor.getByLabel('Depth of the next well [m]').waitFor({ state: 'detached' });
    expect(await surveyor.locator('iframe').count()).toBe(0);
    expect(surveyor.workers()).toEqual([]);
    await ask(surveyor, 'Select all wells');
    expect(await surveyor.getByRole('option', { name: /wells/ }).count()).toBe(0);
    await surveyor.keyboard.press('Escape');
  });

  it('reads a file for the import wizard, and says what is wrong with one that it cannot read', async () => {
    const stations = join(folder, 'acme-stations');
    makePlugin(stations, 'files');
    await upload(await pack(stations));
    await grantAll();
    await picture(admin, 'plugins-files-review');
    await press('Approve and switch on');
    await dialog().getByRole('button', { name: 'Switch off' }).waitFor();
    await admin.keyboard.press('Escape');

    await goTo(admin, `/draw/${project}`);
    await admin.getByRole('application').click();
    await admin.keyboard.press('Control+i');
    const list = (text: string) => ({
      name: 'Station.stn',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await dialog().locator('input[type=file]').setInputFiles(list('P100;12.4924;41.8902;35.2\nP200;north\n'));
    await dialog().getByText('Stations: Line 2 is none of name;longitude;latitude;height.').waitFor();
    await picture(admin, 'plugins-import-refused');
    const good = 'P100;12.4924;41.8902;35.2\nP200;12.4931;41.8904;41.7\nP300;12.494;41.8906;38.1\n';
    await dialog().locator('input[type=file]').setInputFiles(list(good));
    await dialog().getByRole('button', { name: 'Import 3 objects', disabled: false }).waitFor();
    await picture(admin, 'plugins-import');
    await dialog().getByRole('button', { name: 'Import 3 objects' }).click();
    await dialog().getByText('3 objects imported into Station.').waitFor();
    await admin.keyboard.press('Escape');
  });

  it('writes a file of the types that it may read, and names the others', async () => {
    await goTo(admin, `/export/${project}`);
    const write = admin.getByRole('button', { name: 'Station list (.stn)' });
    const saved = admin.waitForEvent('download');
    await write.click();
    expect(
      readFileSync(await (await saved).path(), 'utf8')
        .split('\n')
        .toSorted(),
    ).toEqual(['', 'P100;12.4924;41.8902;35.2', 'P200;12.4931;41.8904;41.7', 'P300;12.494;41.8906;38.1']);
    const outcome = admin.getByRole('status').filter({ hasText: '3 objects' });
    await outcome.getByText('“Station list” may not read them').waitFor();
    await picture(admin, 'plugins-export');
  });

  it('is brought back to the version and permissions of a lock file', async () => {
    await admin.goto(`${groma.url}/management-pages?tab=plugins`);
    const saved = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Save lock file' }).click();
    const lock = await (await saved).path();
    await admin.getByRole('row', { name: /Stations/ }).click();
    await press('Switch off');
    await dialog().getByRole('button', { name: 'Switch on' }).waitFor();
    await admin.keyboard.press('Escape');
    const chosen = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Apply lock file' }).click();
    await (await chosen).setFiles(lock);
    const question = admin.getByRole('alertdialog');
    await question.getByText('1.0.0, off').waitFor();
    await picture(admin, 'plugins-lock');
    await question.getByRole('button', { name: 'Apply lock file' }).click();
    await dialog().getByText('Approved as the file says').waitFor();
    await admin.keyboard.press('Escape');
    await admin.getByRole('row', { name: /Stations/ }).click();
    await dialog().getByRole('button', { name: 'Switch off' }).waitFor();
    await admin.keyboard.press('Escape');
  });

  it('that is full is taken from the folder of the server, and approved after a warning', async () => {
    const inventory = join(folder, 'acme-inventory');
    makeFullPlugin(inventory);
    writeFileSync(join(packages, 'acme-inventory-1.0.0.zip'), (await pack(inventory)).buffer);
    await admin.goto(`${groma.url}/management-pages?tab=plugins`);
    await admin.getByRole('button', { name: 'From a folder or address' }).click();
    const offered = dialog().getByRole('grid', { name: 'Folder of the server' });
    await offered.getByText('1.0.0').waitFor();
    await picture(admin, 'plugins-offers');
    await offered.getByRole('button', { name: 'Take' }).click();
    await dialog().getByText('This organization allows no full plugins.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Approve and switch on' }).isDisabled()).toBe(true);
    await admin.keyboard.press('Escape');
    const allow = admin.getByRole('switch', { name: 'Allow full plugins' });
    await allow.press('Space');
    await admin.getByRole('row', { name: /Inventory/ }).click();
    await grantAll();
    await dialog().getByRole('checkbox', { name: 'Wells', exact: true }).press('Space');
    await dialog().getByRole('checkbox', { name: 'Wells', exact: true, checked: true }).waitFor();
    await picture(admin, 'plugins-full-review');
    await press('Approve and switch on');
    const question = admin.getByRole('alertdialog');
    await question.getByText('This plugin is not contained.').waitFor();
    await picture(admin, 'plugins-full-warning');
    await question.getByRole('button', { name: 'Approve and switch on' }).click();
    await dialog().getByRole('button', { name: 'Switch off' }).waitFor();
  });

  it('that is full is part of an open page, whose policy lets nothing else in', async () => {
    await surveyor.getByRole('button', { name: 'Inventory', exact: true }).click();
    const list = surveyor.getByRole('list', { name: 'Loaded objects by type' });
    await list.getByRole('button', { name: 'Select Parcels' }).click();
    expect(await list.innerText()).toMatch(/Parcels\s+24/);
    await picture(surveyor, 'plugins-full-used');
    const refused = (what: string) =>
      surveyor.evaluate(
        (address) =>
          new Promise((resolve) => {
            addEventListener(
              'securitypolicyviolation',
              ({ blockedURI, effectiveDirective }) =>
                resolve([new URL(blockedURI).pathname, effectiveDirective]),
              { once: true },
            );
            if (address.startsWith('worker ')) void new Worker(address.slice(7));
            else document.head.append(Object.assign(document.createElement('script'), { src: address }));
          }),
        what,
      );
    expect(await refused('/api/openapi.json')).toEqual(['/api/openapi.json', 'script-src-elem']);
    expect(await refused('/groma.svg')).toEqual(['/groma.svg', 'script-src-elem']);
    expect(await refused('worker /api/openapi.json')).toEqual(['/api/openapi.json', 'worker-src']);
  });

  it('works on the server, and the administrator sees how its runs have ended', async () => {
    const installed = await groma.api<InstalledPlugin[]>('GET', '/plugins/installed');
    const { id } = installed.find(({ name }) => name === 'acme-inventory')!;
    await groma.api('POST', `/plugins/${id}/jobs/fail`, {});
    await groma.api('POST', `/plugins/${id}/jobs/count`, {}, { projectid: project });
    const runs = dialog().getByRole('list', { name: 'Last runs' });
    // Without being asked for, as they end.
    await expect
      .poll(() => runs.innerText().catch(() => ''))
      .toMatch(/Done\s+Count parcels[^]*24 parcels[^]*Failed\s+Fail[^]*On purpose\./);
    await runs.scrollIntoViewIfNeeded();
    await picture(admin, 'plugins-runs');
  });

  it('that is full is updated from a registry, and removed from an open page with its styles', async () => {
    const inventory = join(folder, 'acme-inventory');
    changeFullPlugin(inventory, [
      ["'1.0.0'", "'1.1.0'"],
      ["panel: 'Inventory'", "panel: 'Stock'"],
    ]);
    const panel = join(inventory, 'InventoryPanel.tsx');
    const code = readFileSync(panel, 'utf8');
    writeFileSync(panel, code.replace("aria-label={t('list')}", 'aria-label="Objects in stock"'));
    writeFileSync(join(packages, 'acme-inventory-1.1.0.zip'), (await pack(inventory)).buffer);
    await writeIndex(packages);
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'From a folder or address' }).click();
    await dialog().getByLabel('Address').fill(`${registry.url}/`);
    await press('Look');
    const offered = dialog().getByRole('grid', { name: 'Registry' });
    await offered.getByText('Already here').waitFor();
    // The next time nobody types it.
    await press('Save this address');
    await press(`Look at ${registry.url}/`);
    await offered.getByText('Already here').waitFor();
    await picture(admin, 'plugins-registry');
    await offered.getByRole('button', { name: 'Take' }).click();
    await press('Update');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click();
    await surveyor.getByRole('button', { name: 'Stock', exact: true }).waitFor();
    await surveyor.getByText('was updated. Load the page again').first().waitFor();
    const sheets = () => surveyor.evaluate(() => document.adoptedStyleSheets.length);
    // Its panel has stayed open, and is that of the new code.
    await surveyor.getByRole('list', { name: 'Objects in stock' }).waitFor();
    await expect.poll(sheets).toBe(1);
    await press('Remove');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await surveyor.getByRole('button', { name: 'Stock', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(sheets).toBe(0);
  });

  it('is switched off in open sessions when the key that signed it is revoked', async () => {
    const wells = join(folder, 'acme-revoked');
    makePlugin(wells);
    const revoked = join(folder, 'revoked.pem');
    makeKey(revoked);
    const signed = async () => {
      const { files } = await bundlePlugin(wells);
      const buffer = await zipFiles(signFiles(files, revoked));
      return { name: 'revoked.zip', mimeType: 'application/zip', buffer };
    };
    await upload(await signed());
    await dialog().getByLabel('Whose key it is').fill('Bygone');
    await press('Accept key');
    await dialog().getByText('Signed by Bygone').waitFor();
    await grantAll();
    await dialog().getByRole('checkbox', { name: 'Wells', exact: true }).press('Space');
    await press('Approve and switch on');
    await surveyor.getByRole('button', { name: /Place well/ }).click();
    await surveyor.getByText('Click where the well is, or type its place.').waitFor();
    await admin.keyboard.press('Escape');
    const keys = admin.getByRole('grid', { name: 'Keys' });
    await keys.getByRole('row').filter({ hasText: 'Bygone' }).getByRole('button', { name: 'Revoke' }).click();
    const question = admin.getByRole('alertdialog');
    await picture(admin, 'plugins-revoke');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await keys.getByRole('row').filter({ hasText: 'Bygone' }).getByText('Revoked').waitFor();
    await picture(admin, 'plugins-revoked');
    await surveyor.getByRole('button', { name: /Place well/ }).waitFor({ state: 'detached' });
    await picture(surveyor, 'plugins-revoked-session');
    expect(await surveyor.locator('iframe').count()).toBe(0);
    // Nor is the package taken again.
    const chosen = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Upload package' }).first().click();
    await (await chosen).setFiles(await signed());
    await admin.getByText('revoked', { exact: false }).nth(1).waitFor();
    await picture(admin, 'plugins-revoked-again');
  });

  it('that is hostile reaches nothing, and is ended alone with a sentence', async () => {
    const buffer = await zipFiles(signFiles(hostilePlugin(groma.url), key));
    await upload({ name: 'hostile.zip', mimeType: 'application/zip', buffer });
    await press('Approve and switch on');
    await dialog().getByRole('button', { name: 'Switch off' }).waitFor();
    await admin.keyboard.press('Escape');
    await goTo(admin, `/draw/${project}`);
    await admin.getByRole('application').waitFor();
    await admin.evaluate(() => {
      const heard: unknown[] = [];
      new BroadcastChannel('groma').onmessage = ({ data }) => heard.push(data);
      Object.assign(window, { heard });
    });
    for (const [command, sentence] of [
      ['Reach', 'Attacks: reached nothing'],
      ['Call', 'Attacks: refused 12 of 12'],
      ['Loop', 'did not answer for two seconds'],
      ['Reach', 'Attacks: reached nothing'],
      ['Flood', 'sent too many messages'],
      ['Forge', 'sent a message that no plugin may send'],
      ['Pollute', 'sent a message that no plugin may send'],
      ['Bloat', 'sent a message that no plugin may send'],
      ['Crash', 'has failed and was ended: Uncaught Error: on purpose'],
      ['Markup', 'Attacks: <img src=x onerror=alert(1)>'],
    ] as const) {
      // At once: a message may go by itself meanwhile.
      await admin.getByRole('button', { name: /^Close/ }).evaluateAll((all: HTMLElement[]) => {
        for (const close of all) close.click();
      });
      await ask(admin, `${command} attack`);
      await admin.keyboard.press('Enter');
      await admin.getByText(sentence).first().waitFor();
    }
    expect(await admin.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
    expect(await admin.evaluate(() => 'isAdmin' in {})).toBe(false);
    expect(await admin.locator('img[src=x]').count()).toBe(0);
    await ask(admin, 'Layers');
    await picture(admin, 'plugins-attacked');
  });

  it('that fills the memory ends with its process, and the workbench goes on', async () => {
    const page = await openRawPage(300);
    try {
      const session = await logIn(groma.url, groma.account);
      const stored = JSON.stringify({ ...session, organization: session.tokens[0]!.organizationName });
      await page.goTo(`${groma.url}/groma.svg`);
      await page.until(`location.pathname === '/groma.svg' && document.readyState === 'complete'`);
      await page.evaluate(`localStorage.setItem('groma.session', ${JSON.stringify(stored)})`);
      await page.goTo(`${groma.url}/draw/${project}`);
      await page.until(`document.querySelector('[role=application]') !== null`);
      await page.press('k', 75, true);
      await page.until(`document.activeElement?.matches('input') === true`);
      await page.type('Hoard attack');
      await page.until(
        `[...document.querySelectorAll('[role=option], [role=menuitem]')].some((each) => each.innerText.includes('Hoard attack'))`,
      );
      await page.press('Enter', 13);
      await page.until(`document.querySelector('iframe') !== null`);
      await page.until(
        `document.body.innerText.includes('The plugin “Attacks” did not answer for two seconds and was ended')`,
      );
      await page.until(`document.querySelector('[role=application]') !== null`);
    } finally {
      await page.close();
    }
  });
});
