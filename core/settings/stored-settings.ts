import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';

export type SettingValue = string | number | boolean | null;

/** The settings stored on this device: all values, and which of them are not sent yet. */
export interface StoredSettings {
  /** Whose preferences these are; undefined before anyone signed in. */
  readonly userId: string | undefined;
  readonly values: Readonly<Record<string, SettingValue>>;
  readonly unsent: readonly string[];
}

/** A full or blocked storage costs only the memory of this device: the person's preferences are at the server. */
export function storedSettings(storage: TextStorage | undefined): StoredValue<StoredSettings> {
  return new StoredValue<StoredSettings>({
    storage,
    key: 'groma.settings',
    read: (stored) => ({ userId: undefined, values: {}, unsent: [], ...asRecord(stored) }),
  });
}
