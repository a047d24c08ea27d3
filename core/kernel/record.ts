/** What is stored, where it is an object; else an empty one. */
export function asRecord(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
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
