/** What is stored, where it is an object; else an empty one. */
export function asRecord(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}

/** A copy without the properties that are undefined, as JSON has none. */
export function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** `record` with one entry put last; of more than `max` entries the first ones go. */
export function withLatest<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T,
  max: number,
): Record<string, T> {
  const { [key]: _earlier, ...others } = record;
  return Object.fromEntries([...Object.entries(others).slice(1 - max), [key, value]]);
}
