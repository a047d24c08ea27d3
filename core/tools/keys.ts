import { AppError } from '#core/kernel';
import type { KeyGesture } from './contract.ts';

const MODIFIERS: Readonly<Record<string, 'ctrl' | 'shift' | 'alt'>> = {
  ctrl: 'ctrl',
  cmd: 'ctrl',
  mod: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
};
const NAMES: Readonly<Record<string, string>> = {
  esc: 'Escape',
  del: 'Delete',
  return: 'Enter',
  space: ' ',
  plus: '+',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/**
 * Parses a shortcut as written in manifests: `D`, `Shift+D`, `Ctrl+Shift+Z`, `Ctrl+plus`, `Esc`, `?`.
 * @throws AppError('bad-keys') naming the text.
 */
export function parseKeys(text: string): KeyGesture {
  const parts = text === '+' ? ['+'] : text.split('+').map((part) => part.trim());
  const key = parts.pop();
  const held = { ctrl: false, shift: false, alt: false };
  for (const part of parts) {
    const modifier = MODIFIERS[part.toLowerCase()];
    if (!modifier) throw badKeys(text);
    held[modifier] = true;
  }
  if (!key) throw badKeys(text);
  const named = NAMES[key.toLowerCase()] ?? key;
  return { key: named.length === 1 ? named.toLowerCase() : named, ...held };
}

/**
 * Returns the pressed key and modifiers; Cmd counts as Ctrl. Letters are lower case, regardless of Shift and Caps
 * Lock.
 */
export function keyGestureOf(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'> & { code?: string },
): KeyGesture {
  // On a Mac, Alt with a letter types a sign: the shortcut means the letter on the key.
  const letter = event.altKey && !/^[\da-z]$/i.test(event.key) && /^(?:Key|Digit)(.)$/.exec(event.code ?? '');
  const key = letter ? letter[1]! : event.key;
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  };
}

/** Returns pressed keys as a shortcut is written in manifests: `Ctrl+Shift+Z`. */
export function writeKeys({ key, ctrl, shift, alt }: KeyGesture): string {
  const held = ctrl || alt || shift;
  const named =
    key === ' ' ? 'Space' : key === '+' && held ? 'plus' : key.length === 1 ? key.toUpperCase() : key;
  // A sign that is typed with Shift is matched with and without it.
  return [ctrl && 'Ctrl', alt && 'Alt', shift && !isSign(key) && 'Shift', named].filter(Boolean).join('+');
}

/** A character that is neither letter nor digit. */
function isSign(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase() && !/\d/.test(key);
}

/**
 * Returns whether the pressed keys match the shortcut. A character that is typed with Shift (`?`, `+`) matches with
 * and without it.
 */
export function matchesKeys(shortcut: string | KeyGesture, pressed: KeyGesture): boolean {
  const expected = typeof shortcut === 'string' ? parseKeys(shortcut) : shortcut;
  if (expected.key !== pressed.key || expected.ctrl !== pressed.ctrl || expected.alt !== pressed.alt)
    return false;
  return expected.shift === pressed.shift || (isSign(expected.key) && !expected.shift);
}

/** Returns the shortcut as printed on the keys: `Ctrl+Shift+Z`, on a Mac `⌘⇧Z`. */
export function printKeys(shortcut: string, mac = false): string {
  const { key, ctrl, shift, alt } = parseKeys(shortcut);
  const shown = key === ' ' ? 'Space' : key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key;
  if (mac) return `${ctrl ? '⌘' : ''}${alt ? '⌥' : ''}${shift ? '⇧' : ''}${shown}`;
  return [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', shown].filter(Boolean).join('+');
}

function badKeys(text: string): AppError {
  return new AppError('bad-keys', `"${text}" is no shortcut; write it like D, Shift+D or Ctrl+Shift+Z.`);
}
