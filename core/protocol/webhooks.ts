import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';

/** Events that are sent to other servers: changes of objects, of the project itself, its measures, topics on its models. */
export const WEBHOOK_EVENTS = ['geometries', 'project', 'measures', 'bimTopics'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
const chosen = z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length));

export const webhookDelivery = z.object({
  id: uuid,
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The last answer of the server, or why there was none. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhook = z.object({
  id: uuid,
  address: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  version: z.int(),
  /** The newest delivery; null: none yet. */
  last: z.nullable(webhookDelivery),
  /** Deliveries that were dropped because too many were waiting, since the webhook was created. */
  dropped: z.int(),
  /** When the last of them was; null: none. */
  droppedAt: z.nullable(z.iso.datetime()),
});
export type Webhook = z.output<typeof webhook>;

const withSecret = z.extend(webhook, { secret: z.string() });

export const MAX_WEBHOOKS = 50;
/** Deliveries that wait for one webhook; beyond it the oldest are dropped. */
export const MAX_WAITING_DELIVERIES = 1000;

export const listWebhooks = defineCall({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'The webhooks of the organization, each with its newest delivery.',
  authorization: 'admin.plugins',
  answer: z.array(webhook),
});
export const createWebhook = defineCall({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary:
    'Sends events to a public address: `POST` of JSON, with `groma-signature: sha256=…`, the HMAC by the secret of `groma-timestamp`, a dot and the body. The secret is in this answer only.',
  authorization: 'admin.plugins',
  body: z.object({ address, events: chosen }),
  answer: withSecret,
});
export const getWebhook = defineCall({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/:id',
  summary: 'One webhook, with its newest delivery.',
  authorization: 'admin.plugins',
  params: byId,
  answer: webhook,
});
export const changeWebhook = defineCall({
  id: 'webhooks.change',
  method: 'PUT',
  path: '/webhooks/:id',
  summary:
    'Changes the address or events of a webhook, or switches it on or off; deliveries that are waiting are sent when it is on again.',
  authorization: 'admin.plugins',
  params: byId,
  body: z.object({
    address: z.optional(address),
    events: z.optional(chosen),
    enabled: z.optional(z.boolean()),
  }),
  answer: webhook,
  versioned: true,
});
export const renewWebhookSecret = defineCall({
  id: 'webhooks.renewSecret',
  method: 'POST',
  path: '/webhooks/:id/secret',
  summary: 'Replaces the secret of a webhook; the new one is in this answer only.',
  authorization: 'admin.plugins',
  params: byId,
  answer: withSecret,
});
export const testWebhook = defineCall({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/:id/test',
  summary: 'Sends an event `test` to a webhook, like any other.',
  authorization: 'admin.plugins',
  params: byId,
});
export const listWebhookDeliveries = defineCall({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary:
    'The last 50 deliveries of a webhook, newest first; those that ended are stored for a week. At most 1,000 wait; beyond that the oldest are dropped, and counted in `dropped` of the webhook.',
  authorization: 'admin.plugins',
  params: byId,
  answer: z.array(webhookDelivery),
});
export const removeWebhook = defineCall({
  id: 'webhooks.remove',
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Removes a webhook with its deliveries; those that are waiting are not sent.',
  authorization: 'admin.plugins',
  params: byId,
  versioned: true,
});
