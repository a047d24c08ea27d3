import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';

/**
 * The newest value of `source`; the component follows it. `initial` is shown until the first value comes; an observable
 * that emits at once (BehaviorSubject) never shows it. Give the same observable at each render.
 */
export function useObservable<T>(source: Observable<T> | undefined, initial: T): T {
  const kept = useRef<{ of: Observable<T> | undefined; value: T }>({ of: undefined, value: initial });
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = source?.subscribe((value) => {
        kept.current = { of: source, value };
        changed();
      });
      return () => subscription?.unsubscribe();
    },
    [source],
  );
  const read = useCallback(() => {
    if (source && kept.current.of !== source) {
      kept.current = { of: source, value: initial };
      // What comes at once is shown at the first render already.
      source.subscribe((value) => (kept.current = { of: source, value })).unsubscribe();
    }
    return source ? kept.current.value : initial;
  }, [source, initial]);
  return useSyncExternalStore(subscribe, read);
}
