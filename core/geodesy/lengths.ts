import { MINUS } from '#core/kernel';
import { parseNumber, printNumber } from './numbers.ts';

/** No-break space: keeps a value and its unit on one line. */
const GLUE = '\u00a0';

export type LengthUnit = 'm' | 'km';
export type AreaUnit = 'm²' | 'ha' | 'km²';

/**
 * Formats a length in metres: to the millimetre below 100 m, to the centimetre below 10 km, then kilometres to the
 * metre. `locale`: `en`, `it`.
 */
export function printLength(metres: number, locale: string, unit?: LengthUnit): string {
  const size = Math.abs(metres);
  if (unit === 'km' || (!unit && size >= 10_000)) return `${printNumber(metres / 1000, 3, locale)}${GLUE}km`;
  return `${printNumber(metres, size < 100 ? 3 : 2, locale)}${GLUE}m`;
}

/**
 * Formats an area in square metres in a unit, always with these decimals. Default: square metres with two decimals.
 */
export function printArea(squareMetres: number, locale: string, unit?: AreaUnit): string {
  const size = Math.abs(squareMetres);
  if (unit === 'km²' || (!unit && size >= 1e6))
    return `${printNumber(squareMetres / 1e6, 4, locale)}${GLUE}km²`;
  if (unit === 'ha' || (!unit && size >= 1e4))
    return `${printNumber(squareMetres / 1e4, 4, locale)}${GLUE}ha`;
  return `${printNumber(squareMetres, 2, locale)}${GLUE}m²`;
}

/** Formats metres along a line as a chainage, kilometres + metres: `12+345.67`, `0+012.35`, `−0+005.00`. */
export function printChainage(metres: number, locale: string, digits = 2): string {
  const scale = 10 ** digits;
  const units = Math.round(Math.abs(metres) * scale);
  const rest = (units % (1000 * scale)) / scale;
  const shown = printNumber(rest, digits, locale);
  const sign = metres < 0 && units > 0 ? MINUS : '';
  const missing = 3 - String(Math.floor(rest)).length;
  return `${sign}${Math.floor(units / (1000 * scale))}+${'0'.repeat(missing)}${shown}`;
}

const METRES: Readonly<Record<string, number>> = {
  '': 1,
  m: 1,
  km: 1000,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  // International foot, exact since 1959.
  ft: 0.3048,
};

/**
 * Parses a length and returns metres: `12,5`, `12.5 m`, `1.2 km`, `350 cm`, `10 ft`, `10 ftUS`; undefined if the text
 * is not a length. A plain number is in `unit`.
 */
export function parseLength(text: string): number | undefined {
  const parts = /^(.*?\d[.,]?)\s*([a-z]*)$/i.exec(text.trim());
  const metres = METRES[parts?.[2]?.toLowerCase() ?? '-'];
  const value = parts && parseNumber(parts[1]!);
  return metres === undefined || value === undefined || value === null ? undefined : value * metres;
}
