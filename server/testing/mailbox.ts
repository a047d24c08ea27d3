import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server for a test. */
export interface Mailbox {
  /** For `GROMA_SMTP`, `config.smtp`. */
  url: string;
  /** All messages so far, oldest first. */
  received: Email[];
  /** The next message to that address, or one that has already arrived; each is returned once. */
  next(to: string): Promise<Email>;
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** Answers a recipient with an error, or accepts it. */
  refuse?: (address: string) => { code: number; text: string } | undefined;
}

export async function openMailbox({ refuse }: MailboxOptions = {}): Promise<Mailbox> {
  const received: Email[] = [];
  const unread: Email[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: ({ address }, _session, done) => {
      const httpError = refuse?.(address);
      done(httpError ? Object.assign(new Error(httpError.text), { responseCode: httpError.code }) : null);
    },
    onData: (stream, _session, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          received.push(mail);
          unread.push(mail);
          for (const wake of waiting.splice(0)) wake();
          done();
        }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://groma:secret@127.0.0.1:${port}?from=${encodeURIComponent('Groma <groma@test.example>')}`,
    received,
    async next(to) {
      for (;;) {
        const index = unread.findIndex((mail) => mail.to?.some(({ address }) => address === to));
        if (index >= 0) return unread.splice(index, 1)[0]!;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
