import { BehaviorSubject, type ObservedValueOf } from 'rxjs';
import { expect, it } from 'vitest';
import type { Live } from '#core/api';
import { reachable } from './browser.ts';

it('counts the server as reachable when the browser is online, and again each time the event stream reconnects', () => {
  const navigator = { onLine: true };
  const page = Object.assign(new EventTarget(), { navigator });
  const state$ = new BehaviorSubject<ObservedValueOf<Live['state$']>>('connecting');
  const received: boolean[] = [];
  reachable(page as unknown as Window, { state$ }).subscribe((is) => received.push(is));
  expect(received).toEqual([true]);
  navigator.onLine = false;
  page.dispatchEvent(new Event('offline'));
  expect(received.splice(0)).toEqual([true, false]);
  // A server in the local network: the browser never notices that it was away.
  for (const state of ['connected', 'disconnected', 'connecting', 'connected'] as const) state$.next(state);
  expect(received).toEqual([true, true]);
});
