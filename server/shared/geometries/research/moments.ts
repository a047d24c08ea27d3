/** The format that `moment_of` in the database reads: an existing ISO date, with or without a time. */
const MOMENT =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$/;

export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string' || !MOMENT.test(value)) return false;
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().slice(0, 10) === value.slice(0, 10);
}

/** UTC if the text names no time zone. */
export function momentText(value: string): string {
  const zoned = /T.*(Z|[+-]\d\d:\d\d)$/.test(value);
  return new Date(zoned ? value : value.includes('T') ? `${value}Z` : `${value}T00:00Z`).toISOString();
}

/**
 * ISO days between which a text of this timestamp sorts, in any time zone: on or after the first, and before the
 * second.
 */
export function daysAround(value: string): [string, string] {
  const at = Date.parse(momentText(value));
  const day = (moved: number) => new Date(at + moved * 86_400_000).toISOString().slice(0, 10);
  const after = day(2);
  // Years of more than four digits begin with a plus sign, which sorts first.
  return [day(-1), after.startsWith('+') ? '~' : after];
}
