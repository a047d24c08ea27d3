import type { Webhook, WebhookDelivery } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';

const TIME = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** JSON of the delivery `d`. */
export const DELIVERY = `jsonb_build_object('id', d.id, 'event', d.event, 'state', d.state, 'attempts', d.attempts,
  'status', d.status, 'error', d.error, 'createdAt', ${TIME('d.created_at')}, 'endedAt', ${TIME('d.ended_at')})`;
const COLUMNS = `w.id, w.address, w.events, w.enabled, w.version, w.dropped,
  ${TIME('w.dropped_at')} as "droppedAt",
  (select ${DELIVERY} from webhook_deliveries d where d.webhook_id = w.id order by d.created_at desc limit 1) as last`;

export async function readWebhooks(db: Queries, caller: Caller): Promise<Webhook[]> {
  const rows = await db.query<Webhook>(
    `select ${COLUMNS} from webhooks w where w.organization_id = $1 order by w.created_at, w.id`,
    [caller.organizationId],
  );
  return rows.map((row) => withSentence(row, caller));
}

/** Throws 404. */
export async function findWebhook(db: Queries, caller: Caller, id: string): Promise<Webhook> {
  const [row] = await db.query<Webhook>(
    `select ${COLUMNS} from webhooks w where w.organization_id = $1 and w.id = $2`,
    [caller.organizationId, id],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return withSentence(row, caller);
}

function withSentence(webhook: Webhook, caller: Caller): Webhook {
  return webhook.last ? { ...webhook, last: inWords(webhook.last, caller) } : webhook;
}

/** A delivery with what it failed of in the language of the caller; the database has its key and values. */
export function inWords(delivery: WebhookDelivery, { language }: Caller): WebhookDelivery {
  if (!delivery.error?.startsWith('{"key":')) return delivery;
  const { key, values } = JSON.parse(delivery.error) as Pick<HttpError, 'key' | 'values'>;
  return { ...delivery, error: sentence(language ?? 'en', key, values) };
}

/** As `findWebhook`, while nobody else changes webhooks of the organization. Throws 412, too. */
export async function takeWebhook(
  tx: Queries,
  caller: Caller,
  id: string,
  version: number,
): Promise<Webhook> {
  await lockWebhooks(tx, caller);
  const found = await findWebhook(tx, caller, id);
  if (found.version !== version) throw stale(found, found.version);
  return found;
}

export async function lockWebhooks(tx: Queries, { organizationId }: Caller): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [organizationId]);
}
