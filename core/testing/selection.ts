import { BehaviorSubject, type Observable } from 'rxjs';
import type { DocumentReader, MapObject } from '#core/document';

interface LoadedSearch {
  readonly loaded: () => readonly MapObject[];
}

/** Finds objects to select where all are loaded. */
export const loadedFinder = {
  isSearching: false,
  find: ({ loaded }: LoadedSearch, take: (ids: readonly string[]) => void): void =>
    take(loaded().map(({ id }) => id)),
  idsOf: ({ loaded }: LoadedSearch) => Promise.resolve(loaded().map(({ id }) => id)),
  near: (_place: unknown, _metres: number, take: (isLoadedNow: boolean) => void): void => take(false),
};

/** A selection of ids only, whether their objects exist or not; types are those of `document`. */
export function selectionOf(first: readonly string[] = [], document?: Pick<DocumentReader, 'get'>) {
  const chosen$ = new BehaviorSubject(first);
  const ids$: Observable<readonly string[]> = chosen$;
  const set = (ids: readonly string[]): void => chosen$.next(ids);
  return {
    ids$,
    get ids() {
      return chosen$.value;
    },
    missing: 0,
    typeOf: (id: string) => document?.get(id)?.typeName,
    know: () => undefined,
    set,
    add: (ids: readonly string[]) => set([...chosen$.value, ...ids]),
    toggle: (id: string) =>
      set(chosen$.value.includes(id) ? chosen$.value.filter((one) => one !== id) : [...chosen$.value, id]),
    clear: () => set([]),
  };
}
