import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, sentenceOf } from '#core/kernel';
import {
  acceptPluginKey,
  changePlugin,
  getInstalledPlugin,
  listInstalledPlugins,
  listPluginKeys,
  removePlugin,
  revokePluginKey,
  uploadPlugin,
  type BodyOf,
  type InstalledPlugin,
  type PluginKey,
} from '#core/protocol';

/** The plugins from outside of the organization, and the keys that may sign them. */
export class InstalledPlugins {
  list: readonly InstalledPlugin[] = [];
  keys: readonly PluginKey[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, keys: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const [plugins, keys] = await Promise.all([
        this.#api.call(listInstalledPlugins, {}),
        this.#api.call(listPluginKeys, {}),
      ]);
      runInAction(() => {
        this.list = plugins.data;
        this.keys = keys.data;
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

  /** Resolves to the plugin of the package. Throws AppError with the server's sentence about the package. */
  async upload(file: File): Promise<InstalledPlugin> {
    const { data } = await this.#api.call(uploadPlugin, { body: {}, file });
    await this.load();
    return data;
  }

  /** Throws AppError; when others have changed it meanwhile, it is shown as they left it. */
  async change(plugin: InstalledPlugin, body: BodyOf<typeof changePlugin>): Promise<void> {
    try {
      const request = { params: { id: plugin.id }, body, ifMatch: String(plugin.version) };
      await this.#api.call(changePlugin, request);
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 412) await this.#reloadOne(plugin);
      throw failure;
    }
    await this.load();
  }

  async remove({ id, version }: InstalledPlugin): Promise<void> {
    await this.#api.call(removePlugin, { params: { id }, ifMatch: String(version) });
    await this.load();
  }

  async accept(name: string, publicKey: string): Promise<void> {
    await this.#api.call(acceptPluginKey, { body: { name, publicKey } });
    await this.load();
  }

  async revoke({ id }: PluginKey): Promise<void> {
    await this.#api.call(revokePluginKey, { params: { id } });
    await this.load();
  }

  async #reloadOne({ id }: InstalledPlugin): Promise<void> {
    const { data } = await this.#api.call(getInstalledPlugin, { params: { id } });
    runInAction(() => (this.list = this.list.map((each) => (each.id === id ? data : each))));
  }
}
