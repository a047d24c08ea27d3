import { serviceToken } from '#core/kernel';
import type { TextStorage } from './storage.ts';

export interface StorageOwner {
  readonly userId: string;
  readonly organizationId: string;
}

/** Everything that Groma stores begins with this. */
const OURS = 'groma';
const PERSONAL = `${OURS}:`;

/**
 * Part of the browser's storage for one person in one organization; another one finds none of it. What the storage does
 * not take, and what is stored while nobody is signed in, is remembered until the page is closed.
 */
export class PersonalStorage implements TextStorage {
  readonly #storage: TextStorage | undefined;
  readonly #owner: () => StorageOwner | undefined;
  /** Null: removed. */
  readonly #unstored = new Map<string, string | null>();

  constructor(storage: TextStorage | undefined, owner: () => StorageOwner | undefined) {
    this.#storage = storage;
    this.#owner = owner;
  }

  getItem(key: string): string | null {
    const own = this.#keyOf(key);
    const unstored = this.#unstored.get(own);
    if (unstored !== undefined) return unstored;
    try {
      return this.#storage?.getItem(own) ?? null;
    } catch {
      return null;
    }
  }

  setItem(key: string, value: string): void {
    this.#change(key, value, (storage, own) => storage.setItem(own, value));
  }

  removeItem(key: string): void {
    this.#change(key, null, (storage, own) => storage.removeItem(own));
  }

  /** Forgets what is only in memory. */
  forget(): void {
    this.#unstored.clear();
  }

  #change(key: string, value: string | null, change: (storage: TextStorage, own: string) => void): void {
    const own = this.#keyOf(key);
    this.#unstored.set(own, value);
    if (!this.#storage || !this.#owner()) return;
    try {
      change(this.#storage, own);
      this.#unstored.delete(own);
    } catch {
      return;
    }
  }

  #keyOf(key: string): string {
    const owner = this.#owner();
    return `${PERSONAL}${owner ? `${owner.userId}:${owner.organizationId}` : ''}:${key}`;
  }
}

export const PERSONAL_STORAGE = serviceToken<TextStorage>('core.PersonalStorage');

/**
 * Removes what is stored of a person, in all organizations, and what says not whose it is (of earlier versions); not what
 * belongs to other persons, nor the keys of `device`. A blocked storage has nothing to remove.
 */
export function forgetPerson(storage: Storage | undefined, userId: string, device: readonly string[]): void {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage!.key(i) ?? '');
    for (const key of keys) {
      const isOf = key.startsWith(PERSONAL) ? key.split(':')[1] === userId : key.startsWith(`${OURS}.`);
      if (isOf && !device.includes(key)) storage?.removeItem(key);
    }
  } catch {
    return;
  }
}
