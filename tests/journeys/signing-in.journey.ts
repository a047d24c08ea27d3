import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser, picture, startGroma, type Groma } from './harness.ts';

let groma: Groma;
let browser: Browser;
beforeAll(async () => {
  // Tokens of two seconds: every visit lives through several expirations.
  [groma, browser] = await Promise.all([startGroma({ GROMA_TOKEN_SECONDS: '2' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await groma?.stop();
});

describe('signing in', () => {
  it('takes the printed link once, and lands at the projects', async () => {
    const page = await newPerson(browser);
    await page.goto(groma.link);
    await page.waitForURL(/\/projectList$/);
    await page
      .getByRole('link', { name: 'Demo' })
      .or(page.getByText('Demo', { exact: true }))
      .first()
      .waitFor();
    await picture(page, '1-signed-in-by-link');

    const other = await newPerson(browser);
    await other.goto(groma.link);
    await other.getByRole('alert').waitFor();
    expect(new URL(other.url()).pathname).not.toBe('/projectList');
    await picture(other, '1-link-used-twice');
  });

  it('renews an expired token without a word', async () => {
    const page = await newPerson(browser);
    await groma.signIn(page);
    const first = await tokenOf(page);
    await expired(page);
    await page.goto(`${groma.url}/user-preference`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user-preference');
    expect(await tokenOf(page)).not.toBe(first);
  });

  it('comes back to the same page when a session has ended and the person signs in again', async () => {
    const email = 'ada@groma.test';
    const [first, second] = ['analytical engine', 'difference engine'];
    const roles = await groma.api<{ role_id: string; role_name: string }[]>('GET', '/roles');
    const surveyor = roles.find(({ role_name }) => role_name === 'Surveyor')!;
    const user = await groma.api<{ id: string; version: number }>('POST', '/users', {
      email,
      name: 'Ada',
      roleId: surveyor.role_id,
      password: first,
    });

    const page = await newPerson(browser);
    await page.goto(`${groma.url}/user-preference`);
    await page.waitForURL(/\/login$/);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByLabel('Password').fill(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/user-preference$/);

    await groma.api('PUT', `/users/${user.id}`, { password: second }, { 'if-match': `"${user.version}"` });
    await page.waitForURL(/\/login$/);
    await picture(page, '1-session-ended');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByLabel('Password').fill(second);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/user-preference$/);
  });
});

/** Waits until the token in use is past its time; its own content says when that is. */
async function expired(page: Page): Promise<void> {
  const claims = JSON.parse(atob((await tokenOf(page)).split('.')[1]!)) as { exp: number };
  await page.waitForFunction((end) => Date.now() > end, claims.exp * 1000 + 100);
}

function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('groma.session')!) as { tokens: { token: string }[] };
    return kept.tokens[0]!.token;
  });
}
