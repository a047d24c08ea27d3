import { Unusable } from '../../base/unusable.ts';

/** A tileset that cannot be used: a key below `tilesets.refused.` with its values. */
export class UnusableTileset extends Unusable {}

/** Shortens a path or URL to fit into a sentence. */
export function shown(text: string): string {
  return text.length > 80 ? `…${text.slice(-79)}` : text;
}
