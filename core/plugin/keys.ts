const MODIFIERS = ['Ctrl', 'Alt', 'Shift'];

/** Normalizes a shortcut: `shift+ctrl+z` and `Ctrl+Shift+Z` are both `Ctrl+Shift+Z`. */
export function sameKeys(keys: string): string {
  const parts = (keys === '+' ? ['+'] : keys.split('+')).map((part) => part.trim());
  const key = parts.pop() ?? '';
  const held = MODIFIERS.filter((modifier) =>
    parts.some((part) => part.toLowerCase() === modifier.toLowerCase()),
  );
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+');
}
