import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';

/** A person's layer settings of a project on this device. */
export interface StoredLayers {
  /** Type names, bottom first; others are placed by geometry. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
  /** Locks and unlocks that the server does not have yet, by type name. */
  readonly unsentLocks: Readonly<Record<string, boolean>>;
  /** Excluded from snapping. */
  readonly unsnapped: readonly string[];
  /** 0 to 1, for those that are not opaque. */
  readonly opacity: Readonly<Record<string, number>>;
}

export const AS_MADE: StoredLayers = {
  order: [],
  hidden: [],
  locked: [],
  unsentLocks: {},
  unsnapped: [],
  opacity: {},
};

/** The layer settings of the project with this id. */
export function storedLayers(storage: TextStorage | undefined, projectId: string): StoredValue<StoredLayers> {
  return new StoredValue<StoredLayers>({
    storage,
    key: `layers.${projectId}`,
    read: (stored) => ({ ...AS_MADE, ...asRecord(stored) }),
  });
}
