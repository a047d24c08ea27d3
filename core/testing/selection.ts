import { BehaviorSubject, type Observable } from 'rxjs';

/** A selection of ids only, whether their objects exist or not. */
export function selectionOf(first: readonly string[] = []) {
  const chosen$ = new BehaviorSubject(first);
  const ids$: Observable<readonly string[]> = chosen$;
  const set = (ids: readonly string[]): void => chosen$.next(ids);
  return {
    ids$,
    get ids() {
      return chosen$.value;
    },
    set,
    add: (ids: readonly string[]) => set([...chosen$.value, ...ids]),
    toggle: (id: string) =>
      set(chosen$.value.includes(id) ? chosen$.value.filter((one) => one !== id) : [...chosen$.value, id]),
    clear: () => set([]),
  };
}
