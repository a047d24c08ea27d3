/** An export that cannot be written, for a reason the person is told: a key of locales/<language>/server.json. */
export class WriteFailure extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = 'WriteFailure';
  }
}
