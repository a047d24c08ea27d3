import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';

/** How a person sees the layers of a project on this device; what is missing is as stored on the server. */
export interface StoredLooks {
  /** Ids, the lowest first; others lie above in the order of the server. */
  readonly order: readonly string[];
  readonly visible: Readonly<Record<string, boolean>>;
  /** 0 to 1. */
  readonly opacity: Readonly<Record<string, number>>;
  /** Requested moments of layers that have several. */
  readonly time: Readonly<Record<string, string>>;
  /** Whether objects of a layer attract. Default: no. */
  readonly snaps: Readonly<Record<string, boolean>>;
}

export const AS_STORED: StoredLooks = { order: [], visible: {}, opacity: {}, time: {}, snaps: {} };

export function storedLooks(storage: TextStorage | undefined, projectId: string): StoredValue<StoredLooks> {
  return new StoredValue<StoredLooks>({
    storage,
    key: `external-layers.${projectId}`,
    read: (stored) => ({ ...AS_STORED, ...asRecord(stored) }),
  });
}

/** Sorts layers as the person has arranged them. */
export function inOrder<T extends { readonly id: string }>(
  layers: readonly T[],
  order: readonly string[],
): readonly T[] {
  const ranks = new Map(order.map((id, rank) => [id, rank]));
  return layers
    .map((layer, n) => ({ layer, rank: ranks.get(layer.id) ?? order.length + n }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ layer }) => layer);
}

/** The order after `moved` are placed directly above or below `target`. */
export function reordered(
  ids: readonly string[],
  moved: readonly string[],
  target: string,
  place: 'above' | 'below',
): readonly string[] {
  const rest = ids.filter((id) => !moved.includes(id));
  const at = rest.indexOf(target);
  if (at < 0) return ids;
  const from = place === 'above' ? at + 1 : at;
  return [...rest.slice(0, from), ...ids.filter((id) => moved.includes(id)), ...rest.slice(from)];
}
