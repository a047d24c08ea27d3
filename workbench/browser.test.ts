import { BehaviorSubject, type ObservedValueOf } from 'rxjs';
import { expect, it } from 'vitest';
import type { Live } from '#core/api';
import { reachable } from './browser.ts';

it('takes the server for reachable as the browser says, and each time the live line is there again', () => {
  const navigator = { onLine: true };
  const page = Object.assign(new EventTarget(), { navigator });
  const state$ = new BehaviorSubject<ObservedValueOf<Live['state$']>>('connecting');
  const heard: boolean[] = [];
  reachable(page as unknown as Window, { state$ }).subscribe((is) => heard.push(is));
  expect(heard).toEqual([true]);
  navigator.onLine = false;
  page.dispatchEvent(new Event('offline'));
  expect(heard.splice(0)).toEqual([true, false]);
  // A server in the local network: the browser never hears that it was away.
  for (const state of ['connected', 'disconnected', 'connecting', 'connected'] as const) state$.next(state);
  expect(heard).toEqual([true, true]);
});
