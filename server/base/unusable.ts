/** An expected failure that is reported to the person: `key` names its sentence in locales/<language>/server.json. */
export class Unusable extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = new.target.name;
  }
}
