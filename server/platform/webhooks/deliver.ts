import { createHmac } from 'node:crypto';
import { sentenceOf } from '#core/kernel';
import { MAX_WAITING_DELIVERIES } from '#core/protocol';
import type { Database, Queries } from '../db/database.ts';
import { Outbox } from '../db/outbox.ts';
import type { Outgoing } from '../outgoing/fetch.ts';
import { HttpError } from '../../base/http-error.ts';
import { sealOldSecrets, unsealSecret } from './secrets.ts';

const CHANNEL = 'webhooks';
/** Seconds that one server holds a delivery, and after which a failed one is retried; doubled each time. */
const LEASE = 30;
const LONGEST_PAUSE = 3600;
/** The tenth attempt comes after 0.5 + 1 + … + 60 + 60 minutes: three hours. */
const MAX_ATTEMPTS = 10;
/** One that is slow does not hold up the others. */
const AT_ONCE = 4;
const TIMEOUT = 10_000;
const MAX_ANSWER = 64 * 1024;
const RETENTION_DAYS = 7;

/** What the deliveries need of the server's settings. */
interface WebhookSettings {
  version: string;
  /** Servers inside the network to which events may be sent, as `name:port`. */
  pluginHosts?: readonly string[];
}

interface Taken {
  id: string;
  event: string;
  body: string;
  attempts: number;
  address: string;
  sealed: string;
}

/** Sends the waiting deliveries, also after a restart; any number of servers may do so at a time. */
export async function openWebhooks(
  db: Database,
  outgoing: Outgoing,
  settings: WebhookSettings,
  signingKey: Uint8Array,
): Promise<{ close(): Promise<void> }> {
  await sealOldSecrets(db, signingKey);
  const deliveries = new Deliveries(db, outgoing, settings, signingKey);
  await deliveries.open();
  return deliveries;
}

class Deliveries {
  readonly #db: Database;
  readonly #outgoing: Outgoing;
  readonly #settings: WebhookSettings;
  readonly #signingKey: Uint8Array;
  readonly #outbox: Outbox;

  constructor(db: Database, outgoing: Outgoing, settings: WebhookSettings, signingKey: Uint8Array) {
    this.#db = db;
    this.#signingKey = signingKey;
    this.#outgoing = outgoing;
    this.#settings = settings;
    this.#outbox = new Outbox(db, async (closing) => {
      await dropOldest(db);
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#workOff(closing)));
    });
  }

  open(): Promise<void> {
    return this.#outbox.open(CHANNEL);
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }

  async #workOff(closing: AbortSignal): Promise<void> {
    for (let taken; !closing.aborted && (taken = await this.#take());) await this.#attempt(taken, closing);
  }

  async #take(): Promise<Taken | undefined> {
    const [taken] = await this.#db.query<Taken>(
      `update webhook_deliveries d set attempts = d.attempts + 1,
         next_at = now() + make_interval(secs => least($1::float8 * 2 ^ d.attempts, $2::float8))
       from webhooks w
       where w.id = d.webhook_id and d.id = (
         select q.id from webhook_deliveries q join webhooks e on e.id = q.webhook_id and e.enabled
         where q.state = 'waiting' and q.next_at <= now() order by q.next_at limit 1 for update of q skip locked)
       returning d.id, d.event, d.body, d.attempts, w.address, w.sealed_secret as sealed`,
      [LEASE, LONGEST_PAUSE],
    );
    return taken;
  }

  async #attempt(taken: Taken, closing: AbortSignal): Promise<void> {
    const { id, attempts } = taken;
    const [status, error] = await this.#post(taken, closing);
    if (closing.aborted && status === null) return;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isOver = isDelivered || attempts >= MAX_ATTEMPTS;
    await this.#db.query(
      `update webhook_deliveries set status = $2, error = $3, state = $4,
         ended_at = case when $4 = 'waiting' then null else now() end where id = $1`,
      [id, status, error, isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting'],
    );
    if (!isOver) this.#outbox.wakeIn(Math.min(LEASE * 2 ** (attempts - 1), LONGEST_PAUSE));
  }

  /** The status of the answer, or the reason why there is none. */
  async #post(
    { id, event, body, address, sealed }: Taken,
    signal: AbortSignal,
  ): Promise<[number | null, string | null]> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    try {
      const secret = await unsealSecret(this.#signingKey, sealed);
      const response = await this.#outgoing.fetch(address, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': `Groma/${this.#settings.version}`,
          'groma-event': event,
          'groma-delivery': id,
          'groma-timestamp': timestamp,
          'groma-signature': `sha256=${signatureOf(secret, timestamp, body)}`,
        },
        internal: this.#settings.pluginHosts ?? [],
        timeout: TIMEOUT,
        maxBytes: MAX_ANSWER,
        signal,
      });
      await response.body?.cancel();
      return [response.status, null];
    } catch (failure) {
      return [null, problemOf(failure)];
    }
  }
}

/** What has a sentence in each language is kept as JSON, and becomes that of who reads it. */
function problemOf(failure: unknown): string {
  if (!(failure instanceof HttpError)) return sentenceOf(failure).slice(0, 500);
  const { key, values } = failure;
  return JSON.stringify({ key, values });
}

/** Hexadecimal. With the moment in it, so that a recorded delivery cannot be replayed later. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** Of a receiver that does not answer, or is switched off, only the newest deliveries wait. */
async function dropOldest(db: Queries): Promise<void> {
  await db.query(
    `with excess as (
       select d.id from webhook_deliveries d join (
         select q.id, row_number() over (partition by q.webhook_id order by q.created_at desc, q.id) as place
         from webhook_deliveries q where q.state = 'waiting') p on p.id = d.id
       where p.place > $1 for update of d skip locked),
     deleted as (
       delete from webhook_deliveries d using excess e where d.id = e.id returning d.webhook_id as id)
     update webhooks w set dropped = w.dropped + c.count, dropped_at = now()
     from (select d.id, count(*)::int as count from deleted d group by d.id) c where c.id = w.id`,
    [MAX_WAITING_DELIVERIES],
  );
}

export async function forgetOldDeliveries(db: Queries): Promise<void> {
  await db.query(
    `delete from webhook_deliveries where state <> 'waiting' and ended_at < now() - make_interval(days => $1)`,
    [RETENTION_DAYS],
  );
}
