/** A `Storage` in memory; two tabs may share one. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

function refuse(name: string): () => never {
  return () => {
    throw new DOMException('The storage takes nothing.', name);
  };
}

/** A storage that can be read but not written. */
export function fullStorage(items: Readonly<Record<string, string>> = {}): Storage {
  const storage = memoryStorage();
  for (const [key, value] of Object.entries(items)) storage.setItem(key, value);
  return { ...storage, setItem: refuse('QuotaExceededError'), removeItem: () => undefined };
}

/** A storage that the browser forbids. */
export function blockedStorage(): Storage {
  const never = refuse('SecurityError');
  return { ...memoryStorage(), getItem: never, setItem: never, removeItem: never };
}
