import { Unusable } from '../../base/unusable.ts';

/** A set that cannot be used: a key below `tilesets.refused.`, and what its sentence names. */
export class UnusableTileset extends Unusable {}

/** As much of a path or address as fits into a sentence. */
export function shown(text: string): string {
  return text.length > 80 ? `…${text.slice(-79)}` : text;
}
