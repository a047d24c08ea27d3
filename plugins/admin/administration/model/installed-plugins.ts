import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import {
  auditTime,
  catchError,
  filter,
  from,
  map,
  merge,
  of,
  startWith,
  switchMap,
  type Observable,
} from 'rxjs';
import type { Api, Live } from '#core/api';
import { AppError, sentenceOf } from '#core/kernel';
import {
  acceptPluginKey,
  applyPluginLock,
  changePlugin,
  changePluginSettings,
  removePluginRegistry,
  getInstalledPlugin,
  getPluginLock,
  getPluginSettings,
  addPluginRegistry,
  listInstalledPlugins,
  listPluginKeys,
  listPluginOffers,
  listPluginRegistries,
  listPluginRuns,
  removePlugin,
  revokePluginKey,
  takePluginOffer,
  uploadPlugin,
  type AnswerOf,
  type BodyOf,
  type InstalledPlugin,
  type PluginLock,
  type PluginKey,
  type PluginRegistry,
  type PluginRun,
} from '#core/protocol';

/** Bytes; a hundred plugins have fewer. */
const MAX_LOCK_FILE = 1024 ** 2;
/** Milliseconds in which several runs that begin or end are one look. */
const SHORTLY = 250;

/** The plugins from outside of the organization, and the keys that may sign them. */
export class InstalledPlugins {
  /** Each with the version in use and the newest. */
  list: readonly InstalledPlugin[] = [];
  /** The one that is looked at, with all its versions. */
  opened: InstalledPlugin | undefined;
  keys: readonly PluginKey[] = [];
  /** Addresses from which the organization takes packages. */
  registries: readonly PluginRegistry[] = [];
  /** Whether the organization allows full plugins. */
  fullAllowed = false;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  readonly #api: Api;
  readonly #live: Pick<Live, 'on'>;
  /** Whenever plugins are changed, here or by somebody else. */
  readonly changes$: Observable<unknown>;

  constructor(api: Api, live: Pick<Live, 'on'>) {
    this.#api = api;
    this.#live = live;
    this.changes$ = merge(live.on('plugins'), live.on('reload'));
    makeAutoObservable(
      this,
      {
        list: observableRef,
        opened: observableRef,
        keys: observableRef,
        registries: observableRef,
        changes$: false,
      },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    try {
      const [plugins, keys, registries, settings] = await Promise.all([
        this.#api.call(listInstalledPlugins, {}),
        this.#api.call(listPluginKeys, {}),
        this.#api.call(listPluginRegistries, {}),
        this.#api.call(getPluginSettings, {}),
      ]);
      if (this.opened && plugins.data.some(({ id }) => id === this.opened?.id)) await this.open(this.opened);
      runInAction(() => {
        this.list = plugins.data;
        this.keys = keys.data;
        this.registries = registries.data;
        this.fullAllowed = settings.data.fullAllowed;
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

  /** Opens one with all its versions, as it is now. Throws AppError. */
  async open({ id }: Pick<InstalledPlugin, 'id'>): Promise<void> {
    const { data } = await this.#api.call(getInstalledPlugin, { params: { id } });
    runInAction(() => (this.opened = data));
  }

  close(): void {
    this.opened = undefined;
  }

  /** Opens the plugin of the package. Throws AppError with the server's sentence about the package. */
  async upload(file: File): Promise<void> {
    const { data } = await this.#api.call(uploadPlugin, { body: {}, file });
    runInAction(() => (this.opened = data));
    await this.load();
  }

  /** The packages in the folder of the server, or at an address. Throws AppError. */
  async offers(address?: string): Promise<AnswerOf<typeof listPluginOffers>> {
    return (await this.#api.call(listPluginOffers, { body: address === undefined ? {} : { address } })).data;
  }

  /** Throws AppError. */
  async addRegistry(address: string): Promise<void> {
    await this.#api.call(addPluginRegistry, { body: { address } });
    await this.load();
  }

  /** Throws AppError. */
  async removeRegistry({ id }: PluginRegistry): Promise<void> {
    await this.#api.call(removePluginRegistry, { params: { id } });
    await this.load();
  }

  /** Takes a package of the folder, or of an address, and opens its plugin. Throws AppError. */
  async take(file: string, address: string | undefined, sha256: string | null): Promise<void> {
    const { data } = await this.#api.call(takePluginOffer, {
      body: { file, ...(address !== undefined && { address }), ...(sha256 !== null && { sha256 }) },
    });
    runInAction(() => (this.opened = data));
    await this.load();
  }

  /** Throws AppError; when others have changed it meanwhile, it is shown as they left it. */
  async change(plugin: InstalledPlugin, body: BodyOf<typeof changePlugin>): Promise<void> {
    try {
      const request = { params: { id: plugin.id }, body, ifMatch: String(plugin.version) };
      await this.#api.call(changePlugin, request);
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 412) await this.open(plugin);
      throw failure;
    }
    await this.load();
  }

  /** Throws AppError. Disallowed, those in use are switched off. */
  async allowFull(fullAllowed: boolean): Promise<void> {
    await this.#api.call(changePluginSettings, { body: { fullAllowed } });
    await this.load();
  }

  /** The newest runs of its jobs, again whenever one begins or ends; a sentence where they cannot be read. */
  runsOf$(id: string): Observable<readonly PluginRun[] | string> {
    const changed$ = this.#live.on('pluginRun').pipe(filter(({ plugin }) => plugin === id));
    return merge(changed$, this.#live.on('reload')).pipe(
      auditTime(SHORTLY),
      startWith(undefined),
      switchMap(() =>
        from(this.#api.call(listPluginRuns, { params: { id } })).pipe(
          map(({ data }) => data),
          catchError((failure: unknown) => of(sentenceOf(failure))),
        ),
      ),
    );
  }

  /** Undefined where it is not installed. */
  named(name: string): InstalledPlugin | undefined {
    return this.list.find((plugin) => plugin.name === name);
  }

  /** What is in use, as the text of a file. */
  async lockFile(): Promise<string> {
    const { data } = await this.#api.call(getPluginLock, {});
    return `${JSON.stringify(data, null, 2)}\n`;
  }

  /** What a lock file says. Throws AppError for a file that is none. */
  async readLockFile(file: File, unreadable: string): Promise<PluginLock> {
    const text = file.size > MAX_LOCK_FILE ? '' : await file.text();
    const found = jsonOf(text) as Partial<PluginLock> | null | undefined;
    if (found?.format !== 1 || !Array.isArray(found.plugins)) throw new AppError('lock-file', unreadable);
    return found as PluginLock;
  }

  /** Resolves to what was applied and what not. */
  async applyLock(lock: PluginLock): Promise<AnswerOf<typeof applyPluginLock>> {
    const { data } = await this.#api.call(applyPluginLock, { body: lock });
    await this.load();
    return data;
  }

  async remove({ id, version }: InstalledPlugin): Promise<void> {
    await this.#api.call(removePlugin, { params: { id }, ifMatch: String(version) });
    this.close();
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
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
