const MODIFIERS = ['Ctrl', 'Alt', 'Shift'];
const OTHER_NAMES: Readonly<Record<string, string>> = { cmd: 'Ctrl', mod: 'Ctrl', option: 'Alt' };

/**
 * Normalizes a shortcut: `shift+ctrl+z` and `Ctrl+Shift+Z` are both `Ctrl+Shift+Z`. Empty if it is none.
 */
export function sameKeys(keys: string): string {
  const parts = (keys === '+' ? ['+'] : keys.split('+')).map((part) => part.trim());
  const key = parts.pop() ?? '';
  const named = parts.map((part) => OTHER_NAMES[part.toLowerCase()] ?? part);
  const held = MODIFIERS.filter((modifier) =>
    named.some((part) => part.toLowerCase() === modifier.toLowerCase()),
  );
  if (key === '' || held.length < new Set(named).size) return '';
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+');
}
