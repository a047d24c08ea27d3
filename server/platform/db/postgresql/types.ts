import pg from 'pg';
import { isoTimestamp, OID } from '../types.ts';

type ColumnParser = (text: string) => unknown;

/** text[]; the typings list only scalar types. */
const TEXT_ARRAY: number = 1009;

const list =
  (read: ColumnParser): ColumnParser =>
  (text) =>
    (textArray(text) as (string | null)[]).map((item) => (item === null ? null : read(item)));
const textArray = pg.types.getTypeParser(TEXT_ARRAY) as ColumnParser;
const asIs: ColumnParser = (text) => text;

/** Values are parsed as by the other engine: int8 and numeric to number, times to ISO text. */
const readers = new Map<number, ColumnParser>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, asIs],
  [OID.timestamp, isoTimestamp],
  [OID.timestamptz, isoTimestamp],
  [OID.int8Array, list(Number)],
  [OID.numericArray, list(Number)],
  [OID.dateArray, list(asIs)],
  [OID.timestampArray, list(isoTimestamp)],
  [OID.timestamptzArray, list(isoTimestamp)],
]);

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format),
};
