import { createTransport } from 'nodemailer';

export interface MailMessage {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Delivers a message; `id` stays the same on retries, so that receivers recognize duplicates. */
export type Deliver = (message: MailMessage, id: string) => Promise<void>;

/** Timeouts of the mail server, milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Delivery through the mail server in `GROMA_SMTP`: `smtp://user:password@host:port?from=Groma <groma@example.org>`,
 * or `smtps://`. Passwords are sent over TLS only, except to this machine.
 * Throws an error with a message for the operator.
 */
export function smtp(setting: string): Deliver {
  const { from, ...transport } = smtpOptions(setting);
  const transporter = createTransport(transport);
  return async ({ to, subject, text, html }, id) => {
    // As an object, so that nothing in an address is parsed as a second address.
    const recipient = { name: '', address: to };
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace('>', '')}>`;
    await transporter.sendMail({ from, to: recipient, subject, text, html, messageId });
  };
}

export function smtpOptions(setting: string) {
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(
      'GROMA_SMTP cannot be used: give smtp://user:password@host:port?from=address, or smtps:// for TLS from the start.',
    );
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? user;
  if (!/^[^\r\n]*@[^\s@]+$/.test(from))
    throw new Error('GROMA_SMTP names no sender: add ?from=address to it, such as ?from=groma@example.org.');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && user !== '' && !/^(localhost|127\.|\[::1\])/.test(url.hostname),
    auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...PATIENCE,
  };
}
