import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openMailbox, type Mailbox } from '../../server/testing/mailbox.ts';
import { beginAlone, newAdministrator, newPerson, picture, signInAs, type Groma } from './harness.ts';

const FABIO = { email: 'fabio@field.example', password: 'levelled twice' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let mailbox: Mailbox;
let groma: Groma;
let browser: Browser;
let admin: Page;
let phone: Page;
beforeAll(async () => {
  mailbox = await openMailbox();
  return () => mailbox.close();
});
beforeAll(() =>
  beginAlone(
    async (stage) => {
      ({ groma, browser } = stage);
      ({ page: admin } = await newAdministrator(stage));
      await admin.goto(`${groma.url}/home`);
      phone = await newPerson(browser, PHONE);
    },
    { GROMA_SMTP: mailbox.url },
  ),
);

describe('giving a person in the field access', () => {
  it('requests access from a phone, without an account', async () => {
    await phone.goto(`${groma.url}/mobile-request?for=Demo`);
    await phone.getByRole('textbox', { name: 'Your name' }).fill('Fabio Greco');
    await phone.getByRole('textbox', { name: 'Your e-mail address' }).fill(FABIO.email);
    await phone.getByRole('textbox', { name: 'Reason' }).fill('I take over the levelling on Monday.');
    await picture(phone, '11-asks');
    await phone.getByRole('button', { name: 'Send request' }).click();
    await phone.getByRole('heading', { name: 'Request sent' }).waitFor();
  });

  it('the administrator sees the request at once, and accepts it with a role and the project', async () => {
    await admin.getByRole('button', { name: 'Messages, 1 unread' }).click();
    const messages = admin.getByRole('dialog', { name: 'Messages' });
    await messages.getByRole('button', { name: /Fabio Greco requests access/ }).click();
    await picture(admin, '11-bell');
    await messages.getByRole('link', { name: 'Answer request' }).click();
    await admin.getByRole('row', { name: /Fabio Greco/ }).click();
    const request = admin.getByRole('dialog', { name: 'Fabio Greco requests access' });
    await request.getByRole('list').getByText('Demo').waitFor();
    await request.getByRole('button', { name: /Role/ }).click();
    await admin.getByRole('option', { name: 'Surveyor' }).click();
    await picture(admin, '11-request');
    await request.getByRole('button', { name: 'Accept and invite' }).click();
    await admin.getByText(`An e-mail was sent to ${FABIO.email}.`).waitFor();
  });

  it('sets a password with the link in the e-mail, and works on the project', async () => {
    const mail = await mailbox.next(FABIO.email);
    const token = /password-recovery#(\S+)/.exec(mail.text!)![1]!;
    await groma.api('POST', '/passwordrecovery/savechange', { token, password: FABIO.password });
    await signInAs(phone, groma.url, FABIO);
    await phone.goto(`${groma.url}/projectList`);
    await phone.getByRole('row', { name: /Demo/ }).waitFor();
    await phone.getByRole('button', { name: 'Messages, 1 unread' }).click();
    await phone.getByRole('button', { name: /You are now a member of “Demo”/ }).click();
    await phone.getByRole('link', { name: 'Open “Demo”' }).click();
    await phone.waitForURL(/\/draw\//);
  });

  it('receives a message live, and the sender sees that it was read', async () => {
    await admin.getByRole('button', { name: 'Write a message' }).click();
    const letter = admin.getByRole('dialog', { name: 'Write a message' });
    await letter.getByRole('combobox', { name: 'To' }).fill('Fabio');
    await admin.getByRole('option', { name: /Fabio Greco/ }).click();
    await letter.getByRole('textbox', { name: 'Subject' }).fill('East gate');
    await letter.getByRole('textbox', { name: 'Message' }).fill('We meet at seven.');
    await letter.getByRole('button', { name: 'Send' }).click();
    const row = admin.getByRole('row', { name: /East gate/ });
    await row.getByText('0 of 1').waitFor();

    await phone.getByRole('button', { name: 'Messages, 1 unread' }).click();
    await phone.getByRole('button', { name: /Unread: East gate/ }).click();
    await phone.getByText('We meet at seven.').waitFor();
    await picture(phone, '11-reads');
    const messages = async () => {
      await admin.reload();
      await row.waitFor();
      return row.innerText();
    };
    await expect.poll(messages).toContain('1 of 1');
  });
});
