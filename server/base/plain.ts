/**
 * A table to look up names from outside: it has only its own keys, and not `constructor` or `toString`, which every
 * object has.
 */
export function plain<T = string>(entries: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
