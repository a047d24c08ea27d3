/** Divides a list, in its order, into parts of at most `most` in sum; what is larger is a part of its own. */
export function bySize<T>(list: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
  const parts: T[][] = [];
  let size = Infinity;
  for (const item of list) {
    size += sizeOf(item);
    if (size > most) {
      parts.push([]);
      size = sizeOf(item);
    }
    parts.at(-1)!.push(item);
  }
  return parts;
}
