import { randomBytes } from 'node:crypto';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type WebhookDelivery,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { audit } from '../../platform/audit/audit.ts';
import { sealSecret } from '../../platform/webhooks/secrets.ts';
import { DELIVERY, findWebhook, inWords, lockWebhooks, readWebhooks, takeWebhook } from './store.ts';

const MAX_LISTED = 50;

export const routes: Route[] = [
  route(listWebhooks, ({ caller, services }) => readWebhooks(services.db, caller)),

  route(createWebhook, async ({ body, caller, reply, services }) => {
    const address = checked(body.address);
    const secret = newSecret();
    const sealed = await sealSecret(services.signing.key, secret);
    const made = await services.db.transaction(async (tx) => {
      await lockWebhooks(tx, caller);
      if ((await readWebhooks(tx, caller)).length >= MAX_WEBHOOKS)
        throw new HttpError(422, 'webhooks.too-many', { most: MAX_WEBHOOKS });
      const [row] = await tx.query<{ id: string }>(
        'insert into webhooks (organization_id, address, sealed_secret, events) values ($1, $2, $3, $4) returning id',
        [caller.organizationId, address, sealed, [...new Set(body.events)]],
      );
      const subject = { kind: 'webhook', id: row!.id, name: hostIn(address) };
      await audit(tx, { kind: 'webhook.created', actor: caller, subject, detail: { events: body.events } });
      return findWebhook(tx, caller, row!.id);
    });
    void reply.code(201);
    tagVersion(reply, made.version);
    return { ...made, secret };
  }),

  route(getWebhook, async ({ params, caller, reply, services }) => {
    const found = await findWebhook(services.db, caller, params.id);
    tagVersion(reply, found.version);
    // Deliveries are not part of its version.
    void reply.header('cache-control', 'no-store');
    return found;
  }),

  route(changeWebhook, async ({ params, body, caller, ifMatch, reply, services }) => {
    const changed = await services.db.transaction(async (tx) => {
      const before = await takeWebhook(tx, caller, params.id, ifMatch);
      if (Object.values(body).every((value) => value === undefined)) return before;
      const address = body.address === undefined ? before.address : checked(body.address);
      const events = [...new Set(body.events ?? before.events)];
      const enabled = body.enabled ?? before.enabled;
      await tx.query(
        'update webhooks set address = $2, events = $3, enabled = $4, version = version + 1 where id = $1',
        [before.id, address, events, enabled],
      );
      const subject = { kind: 'webhook', id: before.id, name: hostIn(address) };
      await audit(tx, { kind: 'webhook.changed', actor: caller, subject, detail: { events, enabled } });
      return findWebhook(tx, caller, before.id);
    });
    tagVersion(reply, changed.version);
    return changed;
  }),

  route(renewWebhookSecret, async ({ params, caller, reply, services }) => {
    const secret = newSecret();
    const sealed = await sealSecret(services.signing.key, secret);
    const changed = await services.db.transaction(async (tx) => {
      await lockWebhooks(tx, caller);
      const { id, address } = await findWebhook(tx, caller, params.id);
      await tx.query(
        'update webhooks set sealed_secret = $2, secret = null, version = version + 1 where id = $1',
        [id, sealed],
      );
      const subject = { kind: 'webhook', id, name: hostIn(address) };
      await audit(tx, { kind: 'webhook.changed', actor: caller, subject, detail: { secret: 'renewed' } });
      return findWebhook(tx, caller, id);
    });
    tagVersion(reply, changed.version);
    return { ...changed, secret };
  }),

  route(testWebhook, async ({ params, caller, services }) => {
    const { id, enabled, address } = await findWebhook(services.db, caller, params.id);
    if (!enabled) throw new HttpError(409, 'webhooks.off', { host: hostIn(address) });
    await services.db.transaction(async (tx) => {
      await tx.query(
        `insert into webhook_deliveries (webhook_id, event, body)
         values ($1, 'test', json_build_object('event', 'test', 'at', now())::text)`,
        [id],
      );
      await tx.query(`select pg_notify('webhooks', '')`);
    });
    return undefined;
  }),

  route(listWebhookDeliveries, async ({ params, caller, services }) => {
    const { id } = await findWebhook(services.db, caller, params.id);
    const rows = await services.db.query<{ delivery: WebhookDelivery }>(
      `select ${DELIVERY} as delivery from webhook_deliveries d where d.webhook_id = $1
       order by d.created_at desc limit ${MAX_LISTED}`,
      [id],
    );
    return rows.map(({ delivery }) => inWords(delivery, caller));
  }),

  route(removeWebhook, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id, address } = await takeWebhook(tx, caller, params.id, ifMatch);
      await tx.query('delete from webhooks where id = $1', [id]);
      const subject = { kind: 'webhook', id, name: hostIn(address) };
      await audit(tx, { kind: 'webhook.removed', actor: caller, subject });
    });
    return undefined;
  }),
];

const newSecret = (): string => randomBytes(32).toString('base64url');
const hostIn = (address: string): string => new URL(address).host;

/** Throws 422 for what is no address of another server; whether it may be reached is decided for each delivery. */
function checked(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new HttpError(422, 'outgoing.address', { address: address.slice(0, 200) });
  return url.href;
}
