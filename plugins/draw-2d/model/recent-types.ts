/** Names of the object types last drawn with, newest first; kept on this device. */
export class RecentTypes {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  used(name: string): void {
    const names = [name, ...this.names.filter((other) => other !== name)].slice(0, 20);
    this.#storage.setItem(KEY, JSON.stringify(names));
  }

  get names(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
    } catch {
      return []; // Written by something else: begin anew.
    }
  }

  /** The same types, those last used first, the others by name. */
  sort<T extends { readonly name: string }>(types: Iterable<T>): T[] {
    const names = this.names;
    const rank = ({ name }: T): number => (names.includes(name) ? names.indexOf(name) : names.length);
    return [...types].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }
}

const KEY = 'groma.draw-2d.recent-types';
