import type { GeometryType } from '#core/protocol';

const TYPES: readonly GeometryType[] = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
];
const CODES = Object.fromEntries(TYPES.map((type, n) => [type, n + 1])) as Record<GeometryType, number>;

/** EWKB marks heights and an SRID by bits. */
export const Z_FLAG = 0x80000000;
export const SRID_FLAG = 0x20000000;
/** ISO numbers types with heights from 1001. */
export const Z_THOUSANDS = 1000;

export const codeOf = (type: GeometryType): number => CODES[type];

/** Undefined: a type that objects do not have, such as a collection. */
export const typeOf = (code: number): GeometryType | undefined => TYPES[((code & 0xffff) % 1000) - 1];

export const hasHeights = (code: number): boolean =>
  (code & Z_FLAG) !== 0 || Math.floor((code & 0xffff) / 1000) === 1;
