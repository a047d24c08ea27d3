export type Value = string | number | boolean | null;

/** What this device keeps of settings: all values, and which of them the server has not got yet. */
export interface Kept {
  /** Whose preferences these are; undefined before anyone signed in. */
  readonly userId: string | undefined;
  readonly values: Readonly<Record<string, Value>>;
  readonly unsent: readonly string[];
}

const KEY = 'groma.settings';
const NOTHING: Kept = { userId: undefined, values: {}, unsent: [] };

export function readKept(storage: Storage): Kept {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    return { ...NOTHING, ...kept };
  } catch {
    return NOTHING;
  }
}

/** A full or forbidden storage costs only the memory of this device: the person's preferences are at the server. */
export function writeKept(storage: Storage, kept: Kept): void {
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

export function concerns(event: Pick<StorageEvent, 'key'>): boolean {
  return event.key === KEY || event.key === null;
}
