/**
 * An error answered with problem+json. `key` names a sentence in locales/<language>/server.json with `values`; it is
 * translated to the caller's language when sent.
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly values: Record<string, string | number> = {},
    readonly more: {
      errors?: { path: string; message: string }[];
      server?: string;
      body?: unknown;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(`${status} ${key} ${JSON.stringify(values)}`);
    this.name = 'HttpError';
  }
}
