import { createTransport } from 'nodemailer';
import { smtpOptions } from './smtp-setting.ts';

export interface MailMessage {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Delivers a message; `id` stays the same on retries, so that receivers recognize duplicates. */
export type Deliver = (message: MailMessage, id: string) => Promise<void>;

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
