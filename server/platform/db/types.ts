/** OIDs of PostgreSQL's built-in types, which never change (pg_type.dat). */
export const OID = {
  bytea: 17,
  int8: 20,
  json: 114,
  jsonb: 3802,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
  numericArray: 1231,
} as const;

/** `2026-11-21 08:22:52.123+00` from PostgreSQL becomes `2026-11-21T08:22:52.123Z`. */
export function isoTimestamp(text: string): string {
  const at = new Date(
    text.includes('+') || text.includes('-', 11) ? text.replace(/([+-]\d\d)$/, '$1:00') : `${text}Z`,
  );
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
