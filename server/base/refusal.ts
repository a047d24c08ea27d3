/**
 * A request that is answered with problem+json. `key` names a sentence in locales/<language>/server.json,
 * `values` fill it; the sentence is made in the caller's language at the edge.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly values: Record<string, string | number> = {},
    readonly more: {
      errors?: { path: string; message: string }[];
      body?: unknown;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(`${status} ${key} ${JSON.stringify(values)}`);
    this.name = 'Refusal';
  }
}
