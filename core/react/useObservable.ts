import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';

/**
 * Returns the latest value of `source` and re-renders with it. `initial` is returned until the first value; an
 * observable that emits at once (BehaviorSubject) never shows it. Pass the same observable at each render.
 */
export function useObservable<T>(source: Observable<T> | undefined, initial: T): T {
  const latest = useRef<{ of: Observable<T> | undefined; value: T }>({ of: undefined, value: initial });
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = source?.subscribe((value) => {
        latest.current = { of: source, value };
        changed();
      });
      return () => subscription?.unsubscribe();
    },
    [source],
  );
  const read = useCallback(() => {
    if (source && latest.current.of !== source) {
      latest.current = { of: source, value: initial };
      // A value that is emitted at once is returned by the first render.
      source.subscribe((value) => (latest.current = { of: source, value })).unsubscribe();
    }
    return source ? latest.current.value : initial;
  }, [source, initial]);
  return useSyncExternalStore(subscribe, read);
}
