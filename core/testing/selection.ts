import { BehaviorSubject, type Observable } from 'rxjs';

/** A selection with nothing behind it: ids go in and come out, whether objects of theirs are there or not. */
export interface TestSelection {
  readonly ids$: Observable<readonly string[]>;
  readonly ids: readonly string[];
  set(ids: readonly string[]): void;
  add(ids: readonly string[]): void;
  toggle(id: string): void;
  clear(): void;
}

export function selectionOf(first: readonly string[] = []): TestSelection {
  const ids$ = new BehaviorSubject(first);
  const set = (ids: readonly string[]) => ids$.next(ids);
  return {
    ids$,
    get ids() {
      return ids$.value;
    },
    set,
    add: (ids) => set([...ids$.value, ...ids]),
    toggle: (id) =>
      set(ids$.value.includes(id) ? ids$.value.filter((one) => one !== id) : [...ids$.value, id]),
    clear: () => set([]),
  };
}
