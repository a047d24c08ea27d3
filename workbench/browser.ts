import { filter, fromEvent, map, merge, of, startWith, switchMap, timer, type Observable } from 'rxjs';
import type { Live } from '#core/api';

/** How long a hidden tab keeps its event stream, in milliseconds: switching tabs briefly costs nothing. */
const GRACE = 60_000;

/** Whether the tab is visible; becomes false only after `GRACE`. */
export function attended(page: Document): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.visibilityState === 'visible'),
    switchMap((visible) => (visible ? of(true) : timer(GRACE).pipe(map(() => false)))),
    startWith(true),
  );
}

/** Whether the browser is online; emits at once. */
function online(page: Window): Observable<boolean> {
  return merge(fromEvent(page, 'online'), fromEvent(page, 'offline')).pipe(
    startWith(undefined),
    map(() => page.navigator.onLine),
  );
}

/**
 * Whether the server is probably reachable. Emits at once, and `true` each time the event stream reconnects, because
 * the browser does not notice that the server or the only route to it was gone.
 */
export function reachable(page: Window, live: Pick<Live, 'state$'>): Observable<boolean> {
  const connected$ = live.state$.pipe(filter((state) => state === 'connected'));
  return merge(online(page), connected$.pipe(map(() => true)));
}

/** Resolves after `milliseconds`, or earlier when the network comes back or `signal` aborts. */
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
