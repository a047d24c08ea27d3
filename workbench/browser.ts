import { filter, fromEvent, map, merge, of, startWith, switchMap, timer, type Observable } from 'rxjs';
import type { Live } from '#core/api';

/** How long a hidden tab keeps its event stream: changing tabs for a moment costs nothing. */
const GRACE = 60_000;

/** Whether anyone looks at this tab; says no only after a while. */
export function attended(page: Document): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.visibilityState === 'visible'),
    switchMap((visible) => (visible ? of(true) : timer(GRACE).pipe(map(() => false)))),
    startWith(true),
  );
}

/** Whether the browser believes to have a network; emits at once. */
function online(page: Window): Observable<boolean> {
  return merge(fromEvent(page, 'online'), fromEvent(page, 'offline')).pipe(
    startWith(undefined),
    map(() => page.navigator.onLine),
  );
}

/**
 * Whether the server is likely to answer; emits at once, and a yes each time the live line is there again: that the server
 * was away, or the only way to it, no browser tells.
 */
export function reachable(page: Window, live: Pick<Live, 'state$'>): Observable<boolean> {
  const connected$ = live.state$.pipe(filter((state) => state === 'connected'));
  return merge(online(page), connected$.pipe(map(() => true)));
}

/** Resolves after so many milliseconds, earlier when the network comes back or `signal` aborts. */
export function waitOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const subscription = merge(
      timer(milliseconds),
      fromEvent(globalThis, 'online'),
      fromEvent(signal, 'abort'),
    ).subscribe(() => {
      subscription.unsubscribe();
      resolve();
    });
    if (signal.aborted) {
      subscription.unsubscribe();
      resolve();
    }
  });
}
