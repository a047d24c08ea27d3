/** A set that cannot be used: a key below `tilesets.refused.`, and what its sentence names. */
export class UnusableTileset extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = 'UnusableTileset';
  }
}

/** As much of a path or address as fits into a sentence. */
export function shown(text: string): string {
  return text.length > 80 ? `…${text.slice(-79)}` : text;
}
