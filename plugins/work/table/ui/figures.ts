import type { Field } from '#core/protocol';

/** Returns whether the values of a field are numbers, which are right-aligned. */
export function areFigures({ type }: Field): boolean {
  return type === 'number' || type === 'integer';
}
