import { createTransport } from 'nodemailer';

export interface Message {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Hands one message over; `id` stays the same when it is tried again, so that a receiver knows a repeat by it. */
export type Deliver = (message: Message, id: string) => Promise<void>;

/** Milliseconds without a sign of life from the mail server. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Delivery by the mail server that `GROMA_SMTP` names: `smtp://user:password@host:port?from=Groma <groma@example.org>`,
 * or `smtps://`. A password goes only over TLS, but to this machine itself.
 * @throws Error with a sentence for whoever starts the server.
 */
export function smtp(setting: string): Deliver {
  const { from, ...transport } = smtpOptions(setting);
  const transporter = createTransport(transport);
  return async ({ to, subject, text, html }, id) => {
    // As an object, so that nothing in an address is read as a second address.
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
