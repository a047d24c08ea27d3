import type { Container } from 'inversify';
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  merge,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { API, LIVE } from '#core/api';
import { browserStorage } from '#core/browser';
import { I18N, type I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import {
  AUTHOR_MODE,
  authoredIn,
  HOST,
  OUTSIDE_RUNTIME,
  type OutsideRuntime,
  type PluginHost,
  type UsedPlugin,
} from '#core/plugin';
import { grants, listPlugins } from '#core/protocol';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { AuthorFrame } from './author-mode.ts';
import { manifestOf, RUNTIME, textsOf } from './outside-manifest.ts';

/**
 * Keeps the plugins from outside that the person may use in the workbench: as the server lists them now, and again whenever
 * they or the person's rights change. Ends with the page.
 */
export function followOutsidePlugins(container: Container): void {
  const [api, live, session] = [container.get(API), container.get(LIVE), container.get(SESSION)];
  const host = container.get(HOST);
  const [i18n, toasts] = [container.get(I18N), container.get(TOASTS)];
  const outside = new OutsidePlugins(host, i18n, () =>
    host.service<OutsideRuntime>(RUNTIME, String(OUTSIDE_RUNTIME)),
  );
  const tell = (thrown: unknown) => {
    toasts.show('error', i18n.t('workbench:outside-unlisted', { reason: sentenceOf(thrown) }));
    return EMPTY;
  };
  const list = () => api.call(listPlugins, {}).then(({ data }) => data);
  const person$ = session.me$.pipe(
    map((me) => me && `${me.userId} ${me.organizationId}`),
    distinctUntilChanged(),
  );
  const rights$ = session.me$.pipe(
    map((me) => me?.authorizations.join(' ')),
    distinctUntilChanged(),
  );
  const author = new AuthorFrame(document, api, i18n, browserStorage('sessionStorage'));
  container.bind(AUTHOR_MODE).toConstantValue(author);
  const mayWrite$ = session.me$.pipe(
    map((me) => me !== undefined && grants(me.authorizations, 'plugins.author')),
    distinctUntilChanged(),
  );
  mayWrite$.subscribe((mayWrite) => {
    const { address } = author;
    if (!mayWrite) author.stop();
    else if (address !== undefined)
      author.follow(address).catch((thrown: unknown) => toasts.show('error', sentenceOf(thrown)));
  });
  const installed$ = person$.pipe(
    switchMap((person) =>
      person === undefined
        ? of([])
        : merge(rights$, live.on('plugins'), live.on('reload')).pipe(
            // What could not be listed stays as it was, until the next change.
            switchMap(() => from(list()).pipe(catchError(tell))),
            startWith([]),
          ),
    ),
  );
  const authored$ = author.state$.pipe(map(authoredIn), distinctUntilChanged());
  combineLatest([installed$, authored$]).subscribe(([installed, authored]) =>
    outside.set(
      authored
        ? [...installed.filter(({ manifest }) => manifest.id !== authored.manifest.id), authored]
        : installed,
    ),
  );
}

interface Added {
  readonly plugin: UsedPlugin;
  readonly manifest: ReturnType<typeof manifestOf>;
}

/** The plugins from outside in this page. */
export class OutsidePlugins {
  readonly #host: Pick<PluginHost, 'setAdded'>;
  /** A plugin of the build keeps its texts, also where an installed one has its name. */
  readonly #built: ReadonlySet<string>;
  readonly #i18n: Pick<I18n, 'setTexts'>;
  readonly #open: () => Promise<OutsideRuntime>;
  #runtime: OutsideRuntime | undefined;
  /** By all that makes them: what is listed again unchanged stays the same object. */
  #added: ReadonlyMap<string, Added> = new Map();

  constructor(
    host: Pick<PluginHost, 'setAdded' | 'manifests'>,
    i18n: Pick<I18n, 'setTexts'>,
    open: () => Promise<OutsideRuntime>,
  ) {
    this.#host = host;
    this.#built = new Set(host.manifests.map(({ id }) => id));
    this.#i18n = i18n;
    this.#open = open;
  }

  set(plugins: readonly UsedPlugin[]): void {
    const before = this.#added;
    if (before.size === 0 && plugins.length === 0) return;
    this.#added = new Map(
      plugins.map((plugin) => {
        // The manifest has the sum of the code.
        const key = JSON.stringify({ ...plugin, code: plugin.code !== undefined });
        return [key, before.get(key) ?? this.#add(plugin)];
      }),
    );
    const stay = new Set([...this.#added.values()].map(({ plugin }) => plugin.manifest.id));
    for (const { plugin } of before.values())
      if (!stay.has(plugin.manifest.id)) this.#setTexts(plugin.manifest.id, undefined);
    this.#host.setAdded([...this.#added.values()].map(({ manifest }) => manifest));
    this.#runtime?.keep([...this.#added.values()].map(({ plugin }) => plugin));
  }

  #add(plugin: UsedPlugin): Added {
    this.#setTexts(plugin.manifest.id, textsOf(plugin.manifest));
    const load = async () => (this.#runtime ??= await this.#open()).codeOf(plugin);
    return { plugin, manifest: manifestOf(plugin, load) };
  }

  #setTexts(id: string, texts: ReturnType<typeof textsOf> | undefined): void {
    if (!this.#built.has(id)) this.#i18n.setTexts(id, texts);
  }
}
