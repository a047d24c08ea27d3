import type { Container } from 'inversify';
import { filter, firstValueFrom, race, timer } from 'rxjs';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { isWorkspace } from './is-workspace.ts';
import { idle } from './shell/fetch-ahead.ts';

/** Milliseconds for which plugins from outside wait for a map that does not open, and for a page that is never idle. */
const PATIENCE = { map: 5_000, page: 500 };
/** Pages and tools of plugins from outside have such addresses. */
const OUTSIDE_ADDRESS = /\/(plugin|[23]doutside)\//;

/**
 * Resolves when what a person has opened is there, so that nobody waits for plugins from outside to use the tools of
 * Groma; at once where one of them is what was opened.
 */
export async function whenStarted(container: Container): Promise<void> {
  const { pathname } = window.location;
  if (OUTSIDE_ADDRESS.test(pathname)) return;
  if (isWorkspace(container.get(HOST).current('routes'), pathname)) {
    const isOpen$ = container.get(VIEWS).open$.pipe(filter((open) => open.length > 0));
    await firstValueFrom(race(isOpen$, timer(PATIENCE.map)));
  }
  await idle(PATIENCE.page);
}
