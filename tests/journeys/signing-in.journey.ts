import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openMailbox, type Mailbox } from '../../server/testing/mailbox.ts';
import { openIdProvider, type OpenIdProvider } from '../../server/testing/openid-provider.ts';
import { beginAlone, newAdministrator, newPerson, picture, type OwnGroma } from './harness.ts';

let groma: OwnGroma;
let browser: Browser;
let mailbox: Mailbox;
let acme: OpenIdProvider;
beforeAll(async () => {
  mailbox = await openMailbox();
  return () => mailbox.close();
});
beforeAll(async () => {
  acme = await openIdProvider({
    olga: { email: 'olga@groma.test', email_verified: true, name: 'Olga' },
    mallory: { email: 'olga@groma.test', email_verified: false },
  });
  return () => acme.close();
});
beforeAll(() => {
  const newUsers = { role: 'Surveyor', organization: 'Groma' };
  const provider = { id: 'acme', title: 'Acme', issuer: acme.issuer, ...acme.client, newUsers };
  return beginAlone((stage) => void ({ groma, browser } = stage), {
    // Short, so that tokens expire several times during a visit.
    GROMA_TOKEN_SECONDS: '3',
    GROMA_SMTP: mailbox.url,
    GROMA_OIDC: JSON.stringify([provider]),
  });
});
beforeAll(() => acme.welcome(groma.url, 'acme'));

describe('signing in', () => {
  it('accepts the printed link once, and opens the projects', async () => {
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

  it('renews an expired token silently', async () => {
    const { page } = await newAdministrator({ groma, browser });
    const first = await tokenOf(page);
    await expired(page);
    await page.goto(`${groma.url}/user-preference`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user-preference');
    expect(await tokenOf(page)).not.toBe(first);
  });

  it('returns to the same page when a session has ended and the person signs in again', async () => {
    const email = 'ada@groma.test';
    const [first, second] = ['analytical engine', 'difference engine'];
    const user = await groma.api<{ id: string; version: number }>('POST', '/users', {
      email,
      name: 'Ada',
      roleId: await surveyorRole(),
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

  it('resets a forgotten password with the link in an e-mail', async () => {
    const email = 'bea@groma.test';
    await groma.api('POST', '/users', {
      email,
      name: 'Bea',
      roleId: await surveyorRole(),
      password: 'soon forgotten',
    });
    const page = await newPerson(browser);
    await page.goto(`${groma.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await picture(page, '1-recovery-asked');

    const { text } = await mailbox.next(email);
    await page.goto(/http\S+#\S+/.exec(text!)![0]);
    await page.getByLabel('New password', { exact: true }).fill('remembered by heart');
    await page.getByLabel('Repeat new password').fill('remembered by heart');
    await picture(page, '1-recovery-new-password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByLabel('Password').fill('remembered by heart');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/projectList$/);
  });

  it('goes through an OpenID provider to the requested page, and signs out there too', async () => {
    const page = await newPerson(browser);
    await page.goto(`${groma.url}/user-preference`);
    await signInAtAcme(page, 'olga');
    await page.waitForURL(`${groma.url}/user-preference`);
    await page.getByRole('button', { name: /Olga/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.origin === acme.issuer);
    await page.getByRole('button', { name: /yes/i }).click();
    await page.waitForURL(`${groma.url}/login`);
    await picture(page, '1-login-with-providers');
  });

  it('explains why a guest of the provider has no access', async () => {
    const page = await newPerson(browser, { locale: 'it-IT' });
    await page.goto(`${groma.url}/login`);
    await signInAtAcme(page, 'mallory');
    await page.getByText('Acme non ha verificato il tuo indirizzo e-mail.').waitFor();
    await picture(page, '1-provider-refused');
  });

  it('creates an API token for another program, which works until it is revoked', async () => {
    const { page } = await newAdministrator({ groma, browser });
    await page.goto(`${groma.url}/user-preference#tokens`);
    const tokens = page.getByRole('region', { name: 'Access for other programs' });
    await tokens.getByLabel('Name').fill('QGIS in the field');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const secret = await tokens.locator('code').innerText();
    await picture(page, '1-token-made');
    const authorization = `Basic ${btoa(`anyone:${secret}`)}`;
    const open = async () => (await fetch(`${groma.url}/api/me`, { headers: { authorization } })).status;
    expect(await open()).toBe(200);
    await tokens.getByRole('button', { name: 'Done' }).click();
    await tokens.getByRole('button', { name: 'Revoke QGIS in the field' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await tokens.getByText('No tokens yet').waitFor();
    expect(await open()).toBe(401);
  });
});

async function surveyorRole(): Promise<string> {
  const roles = await groma.api<{ role_id: string; role_name: string }[]>('GET', '/roles');
  return roles.find(({ role_name }) => role_name === 'Surveyor')!.role_id;
}

/** From the login page through the provider's pages. */
async function signInAtAcme(page: Page, who: string): Promise<void> {
  await page.getByRole('link', { name: /Acme/ }).click();
  await page.waitForURL((url) => url.origin === acme.issuer);
  await page.locator('input[name=login]').fill(who);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
}

/** Waits until the current token has expired; the time is in its payload. */
async function expired(page: Page): Promise<void> {
  const claims = JSON.parse(atob((await tokenOf(page)).split('.')[1]!)) as { exp: number };
  await page.waitForFunction((end) => Date.now() > end, claims.exp * 1000 + 100);
}

function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('groma.session')!) as { tokens: { token: string }[] };
    return stored.tokens[0]!.token;
  });
}
