import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';
import type { LayerGroup } from '#core/protocol';

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
  /** Ids of groups that are switched off, and of those that are closed in the panel. */
  readonly hiddenGroups: readonly string[];
  readonly closedGroups: readonly string[];
}

export const AS_MADE: StoredLayers = {
  order: [],
  hidden: [],
  locked: [],
  unsentLocks: {},
  unsnapped: [],
  opacity: {},
  hiddenGroups: [],
  closedGroups: [],
};

/** The groups of a project as they were last, for the time until the server has answered. */
export function storedGroups(
  storage: TextStorage | undefined,
  projectId: string,
): StoredValue<readonly LayerGroup[]> {
  return new StoredValue<readonly LayerGroup[]>({
    storage,
    key: `layer-groups.${projectId}`,
    read: (stored) => (Array.isArray(stored) ? (stored as LayerGroup[]) : []),
  });
}

/** The layer settings of the project with this id. */
export function storedLayers(storage: TextStorage | undefined, projectId: string): StoredValue<StoredLayers> {
  return new StoredValue<StoredLayers>({
    storage,
    key: `layers.${projectId}`,
    read: (stored) => ({ ...AS_MADE, ...asRecord(stored) }),
  });
}
