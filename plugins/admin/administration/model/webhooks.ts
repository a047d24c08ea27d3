import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { sentenceOf } from '#core/kernel';
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

/** The addresses that are told of events of the organization. */
export class Webhooks {
  list: readonly Webhook[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  /** Of the webhook that is looked at. */
  deliveries: readonly WebhookDelivery[] = [];
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, deliveries: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listWebhooks, {});
      runInAction(() => {
        this.list = data;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Resolves to its id and secret. Throws AppError, as all below. */
  async create(body: BodyOf<typeof createWebhook>): Promise<{ id: string; secret: string }> {
    const { data } = await this.#api.call(createWebhook, { body });
    await this.load();
    return data;
  }

  /** When others have changed it meanwhile, it is shown as they left it. */
  async change({ id, version }: Webhook, body: BodyOf<typeof changeWebhook>): Promise<void> {
    try {
      await this.#api.call(changeWebhook, { params: { id }, body, ifMatch: String(version) });
    } finally {
      await this.load();
    }
  }

  /** Resolves to the new secret. */
  async renew({ id }: Webhook): Promise<string> {
    const { data } = await this.#api.call(renewWebhookSecret, { params: { id } });
    await this.load();
    return data.secret;
  }

  async remove({ id, version }: Webhook): Promise<void> {
    await this.#api.call(removeWebhook, { params: { id }, ifMatch: String(version) });
    await this.load();
  }

  async test(webhook: Webhook): Promise<void> {
    await this.#api.call(testWebhook, { params: { id: webhook.id } });
    await this.loadDeliveries(webhook);
  }

  async loadDeliveries({ id }: Pick<Webhook, 'id'>): Promise<void> {
    const { data } = await this.#api.call(listWebhookDeliveries, { params: { id } });
    runInAction(() => (this.deliveries = data));
  }
}
