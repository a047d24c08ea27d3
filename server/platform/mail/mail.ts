import { sentenceOf } from '#core/kernel';
import type { Database, Queries } from '../db/database.ts';
import { Outbox } from '../db/outbox.ts';
import type { Deliver, MailMessage } from './smtp.ts';

const CHANNEL = 'mail';
/** Seconds that one server holds a message, and after which a failed one is retried; doubled each time. */
const LEASE = 120;
const LONGEST_PAUSE = 6 * 3600;
/** The tenth attempt comes after 2 + 4 + … + 256 + 360 minutes: 14 and a half hours. */
const MAX_ATTEMPTS = 10;
const RETENTION_DAYS = 30;

export interface Mail {
  /**
   * Queues a message. In a transaction pass its `tx`: the message is sent if and only if it commits. Without
   * `GROMA_SMTP` its text is logged instead.
   */
  send(message: MailMessage, tx?: Queries): Promise<void>;
  /** Ends the current attempt; the rest is sent after the next start. */
  close(): Promise<void>;
}

/** Mail settings of the server. */
interface MailSettings {
  smtp: string | undefined;
  logLevel: string;
}

/** `lease`: first pause in seconds. Default: two minutes. */
export async function openMail(db: Database, settings: MailSettings, lease = LEASE): Promise<Mail> {
  const deliver = settings.smtp
    ? (await import('./smtp.ts')).smtp(settings.smtp)
    : toLog(settings.logLevel !== 'silent');
  const mail = new MailQueue(db, deliver, lease);
  await mail.open();
  return mail;
}

/** For a server without mail: whoever can read its log can pass the link on. */
function toLog(aloud: boolean): Deliver {
  return async ({ to, subject, text }) => {
    if (!aloud) return;
    process.stderr.write(`No GROMA_SMTP is set, so this e-mail to ${to} was not sent: ${subject}\n${text}\n`);
  };
}

interface QueuedMail {
  id: string;
  recipient: string;
  subject: string;
  content: { text: string; html?: string };
  attempts: number;
}

class MailQueue implements Mail {
  #db: Database;
  #deliver: Deliver;
  #lease: number;
  readonly #outbox: Outbox;

  constructor(db: Database, deliver: Deliver, lease: number) {
    this.#db = db;
    this.#deliver = deliver;
    this.#lease = lease;
    this.#outbox = new Outbox(db, async (closing) => {
      for (let taken; !closing.aborted && (taken = await this.#take());) await this.#attempt(taken);
    });
  }

  open(): Promise<void> {
    return this.#outbox.open(CHANNEL);
  }

  async send({ to, subject, text, html }: MailMessage, tx: Queries = this.#db): Promise<void> {
    await tx.query('insert into mails (recipient, subject, content) values ($1, $2, $3)', [
      to,
      subject,
      JSON.stringify({ text, html }),
    ]);
    // Received when the transaction commits.
    await tx.query('select pg_notify($1, $2)', [CHANNEL, '']);
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }

  async #take(): Promise<QueuedMail | undefined> {
    const [taken] = await this.#db.query<QueuedMail>(
      `update mails set attempts = attempts + 1,
         next_at = now() + make_interval(secs => least($1::float8 * 2 ^ attempts, $2::float8))
       where id = (select id from mails where state = 'waiting' and next_at <= now()
                   order by next_at limit 1 for update skip locked)
       returning id, recipient, subject, content, attempts`,
      [this.#lease, LONGEST_PAUSE],
    );
    return taken;
  }

  async #attempt({ id, recipient, subject, content, attempts }: QueuedMail): Promise<void> {
    try {
      await this.#deliver({ to: recipient, subject, ...content }, id);
      await this.#end(id, 'sent', null);
    } catch (failure) {
      const sentence = sentenceOf(failure).slice(0, 500);
      if (attempts >= MAX_ATTEMPTS || refusedForGood(failure)) {
        process.stderr.write(`An e-mail to ${recipient} could not be sent and is given up: ${sentence}\n`);
        return this.#end(id, 'failed', sentence);
      }
      await this.#db.query('update mails set error = $2 where id = $1', [id, sentence]);
      this.#outbox.wakeIn(Math.min(this.#lease * 2 ** (attempts - 1), LONGEST_PAUSE));
    }
  }

  async #end(id: string, state: 'sent' | 'failed', error: string | null): Promise<void> {
    await this.#db.query(
      'update mails set state = $2, error = $3, content = null, ended_at = now() where id = $1',
      [id, state, error],
    );
  }
}

/** Records of sent mails are kept for a month. */
export async function forgetOldMails(db: Queries): Promise<void> {
  await db.query(
    `delete from mails where state <> 'waiting' and ended_at < now() - make_interval(days => $1)`,
    [RETENTION_DAYS],
  );
}

/** The mail server does not know the recipient; retrying is pointless (RFC 5321: 5yz is permanent). */
function refusedForGood(failure: unknown): boolean {
  const { code, responseCode } = failure as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
}
