import type { I18n } from '#core/i18n';
import type { PluginHost } from '#core/plugin';
import { fetchParts } from '#core/react';
import type { Tools } from '#core/tools';
import { countScripts, mayFetchAhead } from './fetch-budget.ts';
import { countUse, mostUsedFirst } from './tool-usage.ts';

/** Milliseconds before the first fetch. */
const DELAY = 8_000;

/**
 * Fetches code before it is used, so that it opens at once, and in the field without a network: dialogs and panels, then
 * tools, the most used first, then commands and panels of other plugins. Begins after a while, waits until the page is
 * idle before each step, and ends at the page's budget. Nothing is fetched where the person saves data or the
 * connection is slow. Returns a function that ends it.
 */
export function fetchAhead(
  host: Pick<PluginHost, 'current' | 'manifests'>,
  i18n: Pick<I18n, 'load'>,
  tools: Pick<Tools, 'active$'>,
): () => void {
  let isActive = true;
  const mayContinue = (): boolean => isActive && mayFetchAhead();
  const run = async (): Promise<void> => {
    await fetchParts(mayContinue);
    const contributions = [
      ...mostUsedFirst(host.current('tools')),
      ...host.current('commands'),
      ...host.current('panels'),
    ];
    for (const id of new Set(contributions.map(({ plugin }) => plugin))) {
      await idle();
      if (!mayContinue()) return;
      const manifest = host.manifests.find((each) => each.id === id);
      // A plugin that cannot be loaded says so when it is used.
      await Promise.allSettled([manifest?.load(), i18n.load(id)]);
      await fetchParts(mayContinue);
    }
  };
  const stopCounting = countScripts();
  const use = tools.active$.subscribe((active) => active && !active.isSelectTool && countUse(active.id));
  // Without a network each part is fetched when it is opened.
  const timer = setTimeout(() => void run().catch(() => undefined), DELAY);
  return () => {
    isActive = false;
    clearTimeout(timer);
    use.unsubscribe();
    stopCounting();
  };
}

/** Resolves when the browser has nothing else to do, or after `atMost` milliseconds; Safari, which does not say, after a pause. */
export function idle(atMost?: number): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => resolve(), atMost === undefined ? {} : { timeout: atMost });
    else setTimeout(resolve, 200);
  });
}
