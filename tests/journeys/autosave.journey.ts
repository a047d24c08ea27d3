import type { Browser, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, beginAlone, newAdministrator, picture, takesKeys, type OwnGroma } from './harness.ts';

interface StoredObjectMark {
  id: string;
  properties: { name?: string };
  metadata: { version: number };
}
interface SaveResult {
  clientId: string;
  id: string;
  status: string;
}

/** Centre of an area that contains only what this file draws. */
const AT = 'at=18/42.93/12.6';
let groma: OwnGroma;
let browser: Browser;
let project: string;
let ada: Page;
/** Every mark that was drawn and not undone; the server must have exactly these. */
const drawn: string[] = [];

beforeAll(() =>
  beginAlone(async (stage) => {
    ({ groma, browser } = stage);
    ({ page: ada } = await newAdministrator(stage));
    const made = await groma.api<{ id: string }>('POST', '/projects', {
      projectName: 'Marks',
      location: { type: 'Point', coordinates: [12.6, 42.93] },
    });
    project = made.id;
    await groma.api('POST', '/attributes', {
      name: 'mark',
      title: { en: 'Marks', it: 'Segni' },
      geometryType: 'Point',
      fields: [{ name: 'name', title: { en: 'Name', it: 'Nome' }, type: 'text', required: true }],
      style: { stroke: '#ffffff', width: 1.5, fill: '#009e73', radius: 6, label: 'name' },
      projectIds: [project],
    });
    await openWith('2ddrawtools/point', ada);
  }),
);

describe('autosave', () => {
  it('saves the work of a tab that is closed right after the edit', async () => {
    await draw(ada, 'before closing', 0);
    const context = ada.context();
    await ada.close();
    ada = await context.newPage();
    await openWith('2ddrawtools/point', ada);
    await saved(ada);
    await finds(ada, 'before closing');
    await atServer();
  });

  it('keeps work on the device while offline, and sends it once when online again', async () => {
    await ada.context().setOffline(true);
    await draw(ada, 'on the mountain', 1);
    await draw(ada, 'in the tunnel', 2);
    await status(ada).getByText('Offline: 2 changes stored on this device').waitFor();
    await picture(ada, '6-offline');
    expect((await marks()).map(({ properties }) => properties.name)).not.toContain('in the tunnel');
    await ada.context().setOffline(false);
    await saved(ada);
    await atServer();
  });

  it('keeps work that was done offline in a tab that was then closed', async () => {
    const context = ada.context();
    await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await draw(ada, 'kept on the device', 3);
    await status(ada)
      .getByText(/not saved/i)
      .waitFor();
    await picture(ada, '6-server-away');
    await ada.close();
    await context.unroute('**/api/**');
    ada = await context.newPage();
    await openWith('2ddrawtools/point', ada);
    await saved(ada);
    await atServer();
  });

  it('saves everything although the server is killed while changes are being sent', async () => {
    const acknowledged = new Set<string>();
    const received: Promise<void>[] = [];
    ada.on('response', (response) => {
      if (!isAutosave(response.request()) || !response.ok()) return;
      const messages = response.json().then(
        (answers: SaveResult[]) => {
          for (const { id, status: outcome } of answers) if (outcome === 'saved') acknowledged.add(id);
        },
        // The response was lost: the page did not receive it either.
        () => undefined,
      );
      received.push(messages);
    });
    for (let round = 0; round < 2; round++) {
      await draw(ada, `round ${round}, acknowledged`, 4 + round * 3);
      await saved(ada);
      const killed = new Promise<void>((resolve) => {
        const strike = (request: Request): void => {
          if (!isAutosave(request)) return;
          ada.off('request', strike);
          // Before the request is read, and while it is written.
          setTimeout(() => void groma.kill().then(resolve), round * 15);
        };
        ada.on('request', strike);
      });
      await draw(ada, `round ${round}, under the blow`, 5 + round * 3);
      await killed;
      await draw(ada, `round ${round}, while it is dead`, 6 + round * 3);
      await groma.restart();
      const ids = (await marks()).map(({ id }) => id);
      await Promise.all(received);
      expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
      await saved(ada);
      await atServer();
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(2);
  });

  it('shows changes in another browser without a reload', async () => {
    const other = await otherPage();
    for (const name of [drawn[0]!, drawn.at(-1)!]) await finds(other, name);
    await draw(other, 'from elsewhere', 15);
    await saved(other);
    await finds(ada, 'from elsewhere');
    await rename(other, 'from elsewhere', 'renamed elsewhere');
    await finds(ada, 'renamed elsewhere');
    await atServer();
    await other.context().close();
  });

  it('saves undo and redo', async () => {
    await draw(ada, 'taken back', 16);
    await saved(ada);
    await atServer();
    await focusMap(ada);
    await ada.keyboard.press('Control+z');
    drawn.pop();
    await atServer();
    await ada.keyboard.press('Control+Shift+z');
    drawn.push('taken back');
    await atServer();
    await ada.keyboard.press('Control+z');
    await ada.keyboard.press('Control+y');
    await saved(ada);
    await atServer();
  });

  it('tells at sign-out what is unsent, and keeps it encrypted until the same person is back, or sends it', async () => {
    const other = await otherPage();
    await other.context().route('**/api/geometries/autosave', (route) => route.abort('internetdisconnected'));
    await draw(other, 'kept at sign-out', 17);
    await status(other)
      .getByText(/not saved/i)
      .waitFor();
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = other.getByRole('dialog', { name: 'Sign out with unsent changes?' });
    await dialog.getByText(/^One change is only on this device/).waitFor();
    await picture(other, '6-sign-out-unsent');
    await dialog.getByRole('button', { name: 'Send and sign out' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/still signed in/)
      .waitFor();
    const keep = dialog.getByRole('button', { name: 'Keep and sign out' });
    if (await other.evaluate(() => isSecureContext)) await keep.click();
    else {
      // Pages without TLS cannot encrypt (`npm run test:plain`).
      await dialog.getByText(/They cannot be kept/).waitFor();
      expect(await keep.count()).toBe(0);
      await other.context().unroute('**/api/geometries/autosave');
      await dialog.getByRole('button', { name: 'Send and sign out' }).click();
    }
    await other.waitForURL(/\/login$/);
    const ofDevice = ['groma.settings', 'groma.dock', 'groma.tool-usage'];
    const kept = () =>
      other
        .evaluate(() => Object.keys(localStorage).filter((key) => /^groma[.:]/.test(key)))
        // The page is loaded anew.
        .catch(() => undefined);
    await expect.poll(async () => (await kept())?.filter((key) => !ofDevice.includes(key))).toEqual([]);

    await other.context().unroute('**/api/geometries/autosave');
    await groma.signIn(other);
    await openWith('2ddrawtools/point', other);
    await saved(other);
    await atServer();
    await other.context().close();
  });

  it('shows both versions when two people changed the same object', async () => {
    const other = await otherPage();
    await finds(other, 'before closing');
    await ada.context().setOffline(true);
    await rename(ada, 'before closing', 'what I say');
    await status(ada)
      .getByText(/^Offline: 1 change/)
      .waitFor();
    await rename(other, 'before closing', 'what they say');
    await saved(other);
    await ada.context().setOffline(false);

    await status(ada).getByRole('button', { name: '1 conflict' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Conflicting changes' });
    await dialog.getByRole('row', { name: /Name/ }).getByText('what I say').waitFor();
    await dialog.getByRole('row', { name: /Name/ }).getByText('what they say').waitFor();
    await picture(ada, '6-conflict');
    const version = (await called('what they say')).metadata.version;
    await dialog.getByRole('button', { name: 'Use all of mine' }).click();
    await dialog.getByRole('button', { name: 'Keep selected values' }).click();
    await saved(ada);
    await finds(other, 'what I say');
    expect((await called('what I say')).metadata.version).toBe(version + 1);
    await atServer();
  });
});

async function otherPage(): Promise<Page> {
  const { page } = await newAdministrator({ groma, browser });
  await openWith('2ddrawtools/point', page);
  return page;
}

async function openWith(tool: string, page: Page): Promise<void> {
  await page.goto(`${groma.url}/draw/${project}/${tool}?${AT}`);
  await page.locator('canvas').first().waitFor();
  await page
    .getByRole('toolbar', { name: 'Tools' })
    .getByRole('button', { name: /Draw a point/, pressed: true })
    .waitFor();
  const form = page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', { name: /Attributes/ });
  if ((await form.getAttribute('aria-pressed')) !== 'true') await form.click();
}

/** Draws a mark with the mouse, at the place of its number, and returns its name. */
async function draw(page: Page, name: string, place: number): Promise<void> {
  const box = (await page.getByRole('application').boundingBox())!;
  const [column, row] = [place % 5, Math.floor(place / 5)];
  await page.mouse.click(box.x + 90 + column * 110, box.y + 90 + row * 90);
  const dialog = page.getByRole('dialog', { name: 'New point' });
  await takesKeys(dialog);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  drawn.push(name);
}

/** Selects the mark with the palette, and reads its name from the form. */
async function finds(page: Page, name: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await ask(page, name);
        // Only loaded objects; others are places to fly to.
        const found = page.locator('[data-key^="selection.objects"]', { hasText: name });
        const there = await found.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
        // The code of all that searches has come by then: what is still on its way fails where the network ends next.
        await page.locator('.shell-palette .g-spinner').waitFor({ state: 'detached' });
        if (there) await found.click();
        else await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
        return there;
      },
      { message: `“${name}” is not found` },
    )
    .toBe(true);
  await expect.poll(() => nameField(page).inputValue()).toBe(name);
}

/** Renames an existing mark; when two people do so, the first one wins. */
async function rename(page: Page, name: string, next: string): Promise<void> {
  await finds(page, name);
  await nameField(page).fill(next);
  await nameField(page).press('Enter');
  const at = drawn.indexOf(name);
  if (at >= 0) drawn[at] = next;
}

function nameField(page: Page) {
  return page.getByRole('textbox', { name: 'Name' });
}

async function focusMap(page: Page): Promise<void> {
  await page.getByRole('application').focus();
}

function status(page: Page) {
  return page.getByRole('contentinfo', { name: 'Status' });
}

async function saved(page: Page): Promise<void> {
  await status(page)
    .getByText(/^Saved/)
    .waitFor();
}

function marks(): Promise<StoredObjectMark[]> {
  return groma.api<StoredObjectMark[]>('GET', '/geometries', undefined, { projectid: project });
}

async function called(name: string): Promise<StoredObjectMark> {
  const found = (await marks()).filter(({ properties }) => properties.name === name);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** The server has every mark that was drawn, exactly once. */
async function atServer(): Promise<void> {
  const names = async (): Promise<unknown[]> =>
    (await marks()).map(({ properties }) => String(properties.name)).sort();
  await expect.poll(names).toEqual([...drawn].sort());
}

function isAutosave(request: Request): boolean {
  return request.url().endsWith('/api/geometries/autosave');
}
