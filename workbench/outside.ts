import type { Container } from 'inversify';
import { catchError, distinctUntilChanged, EMPTY, map, merge, of, startWith, switchMap } from 'rxjs';
import { API, LIVE } from '#core/api';
import { I18N, type I18n } from '#core/i18n';
import { HOST, type OutsideRuntime, type PluginHost } from '#core/plugin';
import { listPlugins, type OutsidePlugin } from '#core/protocol';
import { SESSION } from '#core/session';
import { manifestOf, RUNTIME, textsOf } from './outside-manifest.ts';

/**
 * Keeps the plugins from outside that the person may use in the workbench: as the server lists them now, and again whenever
 * they or the person's rights change. Ends with the page.
 */
export function followOutsidePlugins(container: Container): void {
  const [api, live, session] = [container.get(API), container.get(LIVE), container.get(SESSION)];
  const host = container.get(HOST);
  const outside = new OutsidePlugins(host, container.get(I18N), () =>
    host.service<OutsideRuntime>(RUNTIME, `${RUNTIME}.Runtime`),
  );
  // What could not be listed stays as it was, until the next change.
  const listed = () =>
    api.call(listPlugins, {}).then(
      ({ data }) => data,
      () => undefined,
    );
  session.me$
    .pipe(
      map((me) => me && `${me.userId} ${me.organizationId} ${me.authorizations.join(' ')}`),
      distinctUntilChanged(),
      switchMap((who) =>
        who === undefined
          ? of([])
          : merge(live.on('plugins'), live.on('reload')).pipe(startWith(undefined), switchMap(listed)),
      ),
      catchError(() => EMPTY),
    )
    .subscribe((plugins) => plugins && outside.set(plugins));
}

interface Added {
  readonly plugin: OutsidePlugin;
  readonly manifest: ReturnType<typeof manifestOf>;
}

/** The plugins from outside in this page. */
export class OutsidePlugins {
  readonly #host: Pick<PluginHost, 'setAdded'>;
  readonly #i18n: Pick<I18n, 'setTexts'>;
  readonly #open: () => Promise<OutsideRuntime>;
  #runtime: OutsideRuntime | undefined;
  /** By all that makes them: what is listed again unchanged stays the same object. */
  #added: ReadonlyMap<string, Added> = new Map();

  constructor(
    host: Pick<PluginHost, 'setAdded'>,
    i18n: Pick<I18n, 'setTexts'>,
    open: () => Promise<OutsideRuntime>,
  ) {
    this.#host = host;
    this.#i18n = i18n;
    this.#open = open;
  }

  set(plugins: readonly OutsidePlugin[]): void {
    const before = this.#added;
    this.#added = new Map(
      plugins.map((plugin) => {
        const key = JSON.stringify(plugin);
        return [key, before.get(key) ?? this.#add(plugin)];
      }),
    );
    const stay = new Set([...this.#added.values()].map(({ plugin }) => plugin.manifest.id));
    for (const { plugin } of before.values())
      if (!stay.has(plugin.manifest.id)) this.#i18n.setTexts(plugin.manifest.id, undefined);
    this.#host.setAdded([...this.#added.values()].map(({ manifest }) => manifest));
    this.#runtime?.keep([...this.#added.values()].map(({ plugin }) => plugin));
  }

  #add(plugin: OutsidePlugin): Added {
    this.#i18n.setTexts(plugin.manifest.id, textsOf(plugin.manifest));
    const load = async () => (this.#runtime ??= await this.#open()).codeOf(plugin);
    return { plugin, manifest: manifestOf(plugin, load) };
  }
}
