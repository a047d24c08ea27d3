import { StoredValue, type TextStorage } from '#core/browser';

/** Names of the object types last drawn with, newest first; stored for the person on this device. */
export class RecentTypes {
  readonly #names: StoredValue<readonly string[]>;

  constructor(storage: TextStorage | undefined) {
    this.#names = new StoredValue({
      storage,
      key: 'draw.recent-types',
      read: (stored) => (Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []),
    });
  }

  used(name: string): void {
    this.#names.set([name, ...this.names.filter((other) => other !== name)].slice(0, 20));
  }

  get names(): readonly string[] {
    return this.#names.get();
  }

  /** The same types, the last used first, the others by name. */
  sort<T extends { readonly name: string }>(types: Iterable<T>): T[] {
    const names = this.names;
    const rank = ({ name }: T): number => (names.includes(name) ? names.indexOf(name) : names.length);
    return [...types].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }
}
