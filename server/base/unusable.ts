/** What cannot be done for a reason the person is told: `key` leads to its sentence in locales/<language>/server.json. */
export class Unusable extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = new.target.name;
  }
}
