import type { Items } from '../api.ts';

/** The key of a part of a model; also its name among the loaded fragments. */
export const keyOf = (modelId: string, part: number): string => `${modelId}/${part}`;

export const NO_ITEMS: Items = new Map();

/** Elements as the server groups them. */
export function itemsFrom(
  modelId: string,
  parts: readonly { readonly part: number; readonly localIds: readonly number[] }[],
): Items {
  return new Map(parts.map(({ part, localIds }) => [keyOf(modelId, part), new Set(localIds)]));
}

export function unite(a: Items, b: Items): Items {
  const all = new Map(a);
  for (const [key, ids] of b) all.set(key, new Set([...(all.get(key) ?? []), ...ids]));
  return all;
}

export function without(a: Items, b: Items): Items {
  const left = new Map<string, ReadonlySet<number>>();
  for (const [key, ids] of a) {
    const removed = b.get(key);
    const kept = removed ? new Set([...ids].filter((id) => !removed.has(id))) : ids;
    if (kept.size > 0) left.set(key, kept);
  }
  return left;
}

export function countOf(items: Items): number {
  let count = 0;
  for (const ids of items.values()) count += ids.size;
  return count;
}
