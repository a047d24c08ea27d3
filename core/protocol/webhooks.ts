import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';

/** What other servers are told of: objects of a project, the project itself, its measures, topics on its models. */
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
});
export type Webhook = z.output<typeof webhook>;

const withSecret = z.extend(webhook, { secret: z.string() });

export const MAX_WEBHOOKS = 50;

export const listWebhooks = defineCall({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'The addresses that are told of events in the organization, each with its newest delivery.',
  authorization: 'admin.plugins',
  answer: z.array(webhook),
});
export const createWebhook = defineCall({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary:
    'Tells a public address of events: `POST` of JSON, with `groma-signature: sha256=…`, the HMAC by the secret of `groma-timestamp`, a dot and the body. The secret is in this answer only.',
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
  summary: 'Changes the address or events of a webhook, or switches it on or off; what waits is sent later.',
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
  summary: 'The last 50 deliveries of a webhook, newest first; those that ended are kept for a week.',
  authorization: 'admin.plugins',
  params: byId,
  answer: z.array(webhookDelivery),
});
export const removeWebhook = defineCall({
  id: 'webhooks.remove',
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Removes a webhook with its deliveries; what waits is not sent.',
  authorization: 'admin.plugins',
  params: byId,
  versioned: true,
});
