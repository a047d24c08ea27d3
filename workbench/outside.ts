import type { Container } from 'inversify';
import {
  catchError,
  combineLatest,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  merge,
  of,
  skip,
  startWith,
  switchMap,
} from 'rxjs';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import { loadedInTime, sentenceOf } from '#core/kernel';
import {
  AUTHOR_MODE,
  authoredIn,
  HOST,
  OUTSIDE_RUNTIME,
  type OutsideRuntime,
  type UsedPlugin,
} from '#core/plugin';
import { grants, listPlugins } from '#core/protocol';
import { unloadComponents } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { OutsidePlugins } from './outside-plugins.ts';

/**
 * Keeps the plugins from outside that the person may use in the workbench: as the server lists them now, and again whenever
 * they or the person's rights change. Ends with the page.
 */
export function followOutsidePlugins(container: Container): void {
  const [api, live, session] = [container.get(API), container.get(LIVE), container.get(SESSION)];
  const host = container.get(HOST);
  const [i18n, toasts] = [container.get(I18N), container.get(TOASTS)];
  const notify = (thrown: unknown) => {
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
  const author = container.get(AUTHOR_MODE);
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
            switchMap(() => from(list()).pipe(catchError(notify))),
            startWith([]),
          ),
    ),
  );
  const authored$ = author.state$.pipe(map(authoredIn), distinctUntilChanged());
  const used$ = combineLatest([installed$, authored$]).pipe(
    map(([installed, authored]) =>
      authored
        ? [...installed.filter(({ manifest }) => manifest.id !== authored.manifest.id), authored]
        : installed,
    ),
  );
  let outside: OutsidePlugins | undefined;
  const show = async (used: readonly UsedPlugin[]): Promise<void> => {
    if (!outside && used.length === 0) return;
    // Most organizations have no plugins from outside.
    const [code, { whenStarted }] = await loadedInTime(
      Promise.all([import('./outside-plugins.ts'), import('./when-started.ts')]),
    );
    if (!outside) await whenStarted(container);
    outside ??= new code.OutsidePlugins(
      host,
      i18n,
      () => host.service<OutsideRuntime>(code.RUNTIME, String(OUTSIDE_RUNTIME)),
      async () => new (await loadedInTime(import('./full/full-plugins.ts'))).FullPlugins(i18n, toasts),
      (plugin) => unloadComponents(host, plugin),
    );
    outside.set(used);
  };
  // Their code cannot be taken out of the page: another person, or another organization, gets a page without it.
  person$.pipe(skip(1)).subscribe(() => {
    if (outside?.hasRunFull) window.location.reload();
  });
  used$.pipe(concatMap((used) => from(show(used)).pipe(catchError(notify)))).subscribe();
}
