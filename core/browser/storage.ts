/** Where text is stored by key: `localStorage`, `sessionStorage`, or one of a test's own. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; undefined where the browser blocks it, as with cookies off. */
export function browserStorage(
  name: 'localStorage' | 'sessionStorage' = 'localStorage',
): Storage | undefined {
  try {
    return (globalThis as Partial<Record<typeof name, Storage>>)[name];
  } catch {
    return undefined;
  }
}
