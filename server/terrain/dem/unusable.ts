/** A file that no terrain can be made of: `key` is that of a sentence under `terrain.refused`. */
export class UnusableDem extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = 'UnusableDem';
  }
}
