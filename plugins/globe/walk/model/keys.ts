import type { WalkDirection } from './walker.ts';

const WAYS: Readonly<Record<string, WalkDirection>> = {
  w: 'forward',
  s: 'back',
  a: 'left',
  d: 'right',
  ArrowUp: 'forward',
  ArrowDown: 'back',
  ArrowLeft: 'turn-left',
  ArrowRight: 'turn-right',
  PageUp: 'up',
  PageDown: 'down',
};

/** The movement of a key; letters in either case. */
export function wayOf(key: string): WalkDirection | undefined {
  return WAYS[key.length === 1 ? key.toLowerCase() : key];
}
