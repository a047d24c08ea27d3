import { asRecord, StoredValue, type TextStorage } from '#core/kernel';

export type Value = string | number | boolean | null;

/** What this device keeps of settings: all values, and which of them the server has not got yet. */
export interface Kept {
  /** Whose preferences these are; undefined before anyone signed in. */
  readonly userId: string | undefined;
  readonly values: Readonly<Record<string, Value>>;
  readonly unsent: readonly string[];
}

/** A full or blocked storage costs only the memory of this device: the person's preferences are at the server. */
export function storedSettings(storage: TextStorage | undefined): StoredValue<Kept> {
  return new StoredValue<Kept>({
    storage,
    key: 'groma.settings',
    read: (stored) => ({ userId: undefined, values: {}, unsent: [], ...asRecord(stored) }),
  });
}
