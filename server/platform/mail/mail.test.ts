import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../db/engine.ts';
import { engines, openTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { openMail, type Mail } from './mail.ts';

describe.each(engines)('e-mail on the %s engine', (engine) => {
  let test: TestDatabase;
  let db: Engine;
  let mailbox: Mailbox;
  const open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    test = await openTestDatabase(engine);
    db = test.db;
    mailbox = await openMailbox();
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    await db.query('delete from mails');
  });
  afterAll(async () => {
    await mailbox.close();
    await test.remove();
  });

  async function mailTo(box: Mailbox, lease?: number): Promise<Mail> {
    const mail = await openMail(db, { smtp: box.url, logLevel: 'silent' }, lease);
    open.push(mail);
    return mail;
  }
  const stateOf = (to: string) =>
    db.query('select state, content, error from mails where recipient = $1', [to]);

  it('arrives as written, and its content is not kept', async () => {
    const mail = await mailTo(mailbox);
    const text = 'Città, gradi ° e un collegamento:\nhttps://groma.example/auth/abc';
    await mail.send({ to: 'ada@test.example', subject: 'Perché: rilievo', text, html: '<p>Città</p>' });
    const got = await mailbox.next('ada@test.example');
    expect(got).toMatchObject({
      subject: 'Perché: rilievo',
      from: { name: 'Groma', address: 'groma@test.example' },
    });
    expect(got.text!.trimEnd()).toBe(text);
    expect(got.html).toContain('<p>Città</p>');
    await mail.close();
    expect(await stateOf('ada@test.example')).toEqual([{ state: 'sent', content: null, error: null }]);
  });

  it('is sent when its transaction commits, and not when it is rolled back', async () => {
    const mail = await mailTo(mailbox);
    const write = (to: string, tx: Parameters<Mail['send']>[1]) =>
      mail.send({ to, subject: 'In one transaction', text: 'text' }, tx);
    const failed = db.transaction(async (tx) => {
      await write('never@test.example', tx);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await db.transaction((tx) => write('committed@test.example', tx));
    await mailbox.next('committed@test.example');
    expect(await stateOf('never@test.example')).toEqual([]);
  });

  it('is sent once, whichever of two servers takes it', async () => {
    const [one, other] = [await mailTo(mailbox), await mailTo(mailbox)];
    const before = mailbox.received.length;
    const people = Array.from({ length: 20 }, (_, i) => `person${i}@test.example`);
    await Promise.all(
      people.map((to, i) => (i % 2 ? one : other).send({ to, subject: 'All of you', text: 'x' })),
    );
    await Promise.all(people.map((to) => mailbox.next(to)));
    await one.close();
    await other.close();
    expect(mailbox.received).toHaveLength(before + 20);
  });

  it('is retried after a pause, as the same message, and survives a server that stops', async () => {
    let answers = 0;
    const busy = await openMailbox({
      refuse: () => (answers++ < 2 ? { code: 451, text: 'busy, come again' } : undefined),
    });
    open.push(busy);
    // Pauses of 0.1, 0.2, … seconds instead of minutes.
    const first = await mailTo(busy, 0.1);
    await first.send({ to: 'late@test.example', subject: 'Late', text: 'but there' });
    await first.close();
    await mailTo(busy, 0.1);
    await busy.next('late@test.example');
    expect(answers).toBe(3);
    expect(busy.received).toHaveLength(1);
  });

  it('fails at once when the mail server does not know the recipient', async () => {
    const strict = await openMailbox({ refuse: () => ({ code: 550, text: 'no such user here' }) });
    open.push(strict);
    const mail = await mailTo(strict, 0.05);
    await mail.send({ to: 'nobody@test.example', subject: 'x', text: 'secret link' });
    await expect
      .poll(() => stateOf('nobody@test.example'))
      .toMatchObject([{ state: 'failed', content: null }]);
    const [{ error }] = (await stateOf('nobody@test.example')) as [{ error: string }];
    expect(error).toContain('no such user here');
  });

  it('is logged with its link where no mail server is configured, and not kept either', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const mail = await openMail(db, { smtp: undefined, logLevel: 'warn' });
    open.push(mail);
    await mail.send({ to: 'ada@test.example', subject: 'A new password', text: 'https://groma/auth/abc' });
    await expect.poll(() => stateOf('ada@test.example')).toMatchObject([{ state: 'sent', content: null }]);
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(lines).toContain(
      'No GROMA_SMTP is set, so this e-mail to ada@test.example was not sent: A new password\nhttps://groma/auth/abc\n',
    );
  });

  it('has one recipient and one subject, whatever they contain', async () => {
    const mail = await mailTo(mailbox);
    await mail.send({
      to: 'one@test.example',
      subject: 'Hello\r\nBcc: victim@test.example',
      text: 'x',
    });
    const got = await mailbox.next('one@test.example');
    expect(got.bcc ?? []).toEqual([]);
    expect(got.subject).toBe('Hello Bcc: victim@test.example');
  });
});
