import { describe, expect, it } from 'vitest';
import { smtpOptions } from './smtp-setting.ts';

describe('the setting GROMA_SMTP', () => {
  it('names host, port, sender and account', () => {
    expect(smtpOptions('smtps://ada%40example.org:p%40ss@mail.example.org')).toMatchObject({
      host: 'mail.example.org',
      port: 465,
      secure: true,
      auth: { user: 'ada@example.org', pass: 'p@ss' },
      from: 'ada@example.org',
    });
  });

  it('sends a password over TLS only, except to this machine', () => {
    const tls = (host: string) => smtpOptions(`smtp://a:b@${host}?from=g@example.org`).requireTLS;
    expect([tls('mail.example.org'), tls('localhost:2525'), tls('[::1]:25')]).toEqual([true, false, false]);
  });

  it.each([
    ['mail.example.org', /GROMA_SMTP cannot be used/],
    ['http://mail.example.org?from=a@b', /GROMA_SMTP cannot be used/],
    ['smtp://mail.example.org', /names no sender/],
  ])('is refused with a message: %s', (setting, sentence) => {
    expect(() => smtpOptions(setting)).toThrow(sentence);
  });
});
