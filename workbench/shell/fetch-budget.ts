/**
 * Compressed bytes of scripts from which on a page fetches nothing ahead: below 700 KB by more than the largest chunk
 * that a tool has.
 */
const MAX_SCRIPTS = 620_000;

interface NetworkConnection {
  readonly saveData?: boolean;
  /** `slow-2g`, `2g`, `3g`, `4g`: the last one is the fastest that browsers state. */
  readonly effectiveType?: string;
}

let scripts = 0;

/**
 * Counts the compressed bytes of scripts from now on, and of those that the browser remembers, also when they came from
 * its cache. Returns a function that ends it.
 */
export function countScripts(): () => void {
  scripts = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (/\.js(\?|$)/.test(entry.name)) scripts += entry.encodedBodySize;
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}

/** Returns whether this page may fetch code before it is needed: the connection is fast, and its budget is not used up. */
export function mayFetchAhead(): boolean {
  const { saveData, effectiveType = '4g' } =
    (navigator as { connection?: NetworkConnection }).connection ?? {};
  return saveData !== true && effectiveType === '4g' && scripts < MAX_SCRIPTS;
}
