import { asRecord, StoredValue, type TextStorage } from '#core/kernel';

/** What a person set of a project's layers, on this device. */
export interface KeptLayers {
  /** Type names, bottom first; types not named lie where their geometry puts them. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
  /** Not snapped to. */
  readonly unsnapped: readonly string[];
  /** 0 to 1, of those that are not opaque. */
  readonly opacity: Readonly<Record<string, number>>;
}

export const AS_MADE: KeptLayers = { order: [], hidden: [], locked: [], unsnapped: [], opacity: {} };

/** The layers of the project with this id. */
export function storedLayers(storage: TextStorage | undefined, projectId: string): StoredValue<KeptLayers> {
  return new StoredValue<KeptLayers>({
    storage,
    key: `groma.layers.${projectId}`,
    read: (stored) => ({ ...AS_MADE, ...asRecord(stored) }),
  });
}
