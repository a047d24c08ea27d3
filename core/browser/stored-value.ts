import type { TextStorage } from './storage.ts';

export interface StoredValueOptions<T> {
  /** Undefined: nothing is stored beyond this page. */
  readonly storage: TextStorage | undefined;
  /** Read at every use: a key may name the person or the project. */
  readonly key: string | (() => string);
  /**
   * Makes the value of what is stored, which an earlier version or another program may have written; of undefined, where
   * nothing is stored or it is not JSON, the default.
   */
  readonly read: (stored: unknown) => T;
  /** The value is a string and is stored as it is. Default: false, stored as JSON. */
  readonly isText?: boolean;
}

/**
 * A value stored in the browser. A full or blocked storage throws nothing: what it does not take is remembered until the
 * page is closed.
 */
export class StoredValue<T> {
  readonly #options: StoredValueOptions<T>;
  /** What the storage did not take, by key. */
  readonly #unstored = new Map<string, T | undefined>();

  constructor(options: StoredValueOptions<T>) {
    this.#options = options;
  }

  get(): T {
    const key = this.#key;
    const { read, isText } = this.#options;
    if (this.#unstored.has(key)) return this.#unstored.get(key) ?? read(undefined);
    let stored: unknown;
    try {
      const text = this.#options.storage?.getItem(key) ?? undefined;
      stored = isText || text === undefined ? text : JSON.parse(text);
    } catch {
      stored = undefined;
    }
    return read(stored);
  }

  set(value: T): void {
    this.#store(value, (storage, key) =>
      storage.setItem(key, this.#options.isText ? String(value) : JSON.stringify(value)),
    );
  }

  /** Back to the default. */
  clear(): void {
    this.#store(undefined, (storage, key) => storage.removeItem(key));
  }

  /** Whether the browser's `storage` event says that another tab has changed this value; it is the newer one then. */
  isChangedBy({ key }: Pick<StorageEvent, 'key'>): boolean {
    const isChanged = key === this.#key || key === null;
    if (isChanged) this.#unstored.delete(this.#key);
    return isChanged;
  }

  get #key(): string {
    const { key } = this.#options;
    return typeof key === 'string' ? key : key();
  }

  #store(value: T | undefined, store: (storage: TextStorage, key: string) => void): void {
    const key = this.#key;
    this.#unstored.set(key, value);
    try {
      if (!this.#options.storage) return;
      store(this.#options.storage, key);
      this.#unstored.delete(key);
    } catch {
      return;
    }
  }
}
