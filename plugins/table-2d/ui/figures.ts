import type { Field } from '#core/protocol';

/** Are the values of a field figures, which stand at the end of their column? */
export function areFigures({ type }: Field): boolean {
  return type === 'number' || type === 'integer';
}
