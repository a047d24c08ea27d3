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

export function readKept(storage: Storage, projectId: string): KeptLayers {
  try {
    return { ...AS_MADE, ...(JSON.parse(storage.getItem(keyOf(projectId)) ?? '{}') as Partial<KeptLayers>) };
  } catch {
    return AS_MADE;
  }
}

/** A full or forbidden storage costs the memory of it only. */
export function writeKept(storage: Storage, projectId: string, kept: KeptLayers): void {
  try {
    storage.setItem(keyOf(projectId), JSON.stringify(kept));
  } catch {
    return;
  }
}

function keyOf(projectId: string): string {
  return `groma.layers.${projectId}`;
}
