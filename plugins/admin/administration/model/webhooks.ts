import { ServerList, type Api } from '#core/api';
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type BodyOf,
  type Webhook,
  type WebhookDelivery,
} from '#core/protocol';

/** The webhooks of the organization. */
export class Webhooks {
  readonly list: ServerList<Webhook>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((_query, signal) => api.call(listWebhooks, {}, { signal }));
  }

  /** The last deliveries of one webhook. */
  deliveriesOf({ id }: Webhook): ServerList<WebhookDelivery> {
    return new ServerList((_query, signal) =>
      this.#api.call(listWebhookDeliveries, { params: { id } }, { signal }),
    );
  }

  /** Resolves to its secret. Throws AppError, as all below. */
  async create(body: BodyOf<typeof createWebhook>): Promise<string> {
    const { data } = await this.#api.call(createWebhook, { body });
    await this.list.reload();
    return data.secret;
  }

  /** When others have changed it meanwhile, the list is as they left it. */
  async change({ id, version }: Webhook, body: BodyOf<typeof changeWebhook>): Promise<void> {
    try {
      await this.#api.call(changeWebhook, { params: { id }, body, ifMatch: String(version) });
    } finally {
      await this.list.reload();
    }
  }

  /** Resolves to the new secret. */
  async renew({ id }: Webhook): Promise<string> {
    const { data } = await this.#api.call(renewWebhookSecret, { params: { id } });
    await this.list.reload();
    return data.secret;
  }

  /** As `change`. */
  async remove({ id, version }: Webhook): Promise<void> {
    try {
      await this.#api.call(removeWebhook, { params: { id }, ifMatch: String(version) });
    } finally {
      await this.list.reload();
    }
  }

  async test({ id }: Webhook): Promise<void> {
    await this.#api.call(testWebhook, { params: { id } });
  }
}
