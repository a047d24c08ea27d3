import { MINUS } from '#core/kernel';
import type { AreaUnit, LengthUnit } from '#core/protocol';
import { parseNumber, printNumber } from './numbers.ts';
import { METRES, SQUARE_METRES } from './units.ts';

/** No-break space: keeps a value and its unit on one line. */
const GLUE = '\u00a0';

/** Formats a length in metres in a unit, always with these decimals. Default: metres to the millimetre. */
export function printLength(metres: number, locale: string, unit: LengthUnit = 'm', digits = 3): string {
  return `${printNumber(metres / METRES[unit], digits, locale)}${GLUE}${unit}`;
}

/**
 * Formats an area in square metres in a unit, always with these decimals. Default: square metres with two decimals.
 */
export function printArea(squareMetres: number, locale: string, unit: AreaUnit = 'm²', digits = 2): string {
  return `${printNumber(squareMetres / SQUARE_METRES[unit], digits, locale)}${GLUE}${unit}`;
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

/** Metres per unit, by what people type. */
const TYPED_LENGTHS: Readonly<Record<string, number>> = {
  m: 1,
  km: METRES.km,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  ft: METRES.ft,
  "'": METRES.ft,
  '′': METRES.ft,
  ftus: METRES.ftUS,
  'us-ft': METRES.ftUS,
  in: METRES.ft / 12,
  '"': METRES.ft / 12,
  '″': METRES.ft / 12,
  yd: METRES.ft * 3,
  mi: METRES.mi,
};

/**
 * Parses a length and returns metres: `12,5`, `12.5 m`, `1.2 km`, `350 cm`, `10 ft`, `10 ftUS`; undefined if the text
 * is not a length. A plain number is in `unit`.
 */
export function parseLength(text: string, unit: LengthUnit = 'm'): number | undefined {
  return parseIn(text, TYPED_LENGTHS, METRES[unit]);
}

/** Square metres per unit, by what people type; an are is 100 m². */
const TYPED_AREAS: Readonly<Record<string, number>> = {
  'm²': 1,
  m2: 1,
  mq: 1,
  a: 100,
  ha: SQUARE_METRES.ha,
  'km²': SQUARE_METRES['km²'],
  km2: SQUARE_METRES['km²'],
  'ft²': SQUARE_METRES['ft²'],
  ft2: SQUARE_METRES['ft²'],
  sqft: SQUARE_METRES['ft²'],
  'ftus²': SQUARE_METRES['ftUS²'],
  ftus2: SQUARE_METRES['ftUS²'],
  ac: SQUARE_METRES.ac,
  acus: SQUARE_METRES.acUS,
};

/**
 * Parses an area and returns square metres: `1250`, `1250 m²`, `0.5 ha`, `2 ac`; undefined if the text is not an area.
 * A plain number is in `unit`.
 */
export function parseArea(text: string, unit: AreaUnit = 'm²'): number | undefined {
  return parseIn(text, TYPED_AREAS, SQUARE_METRES[unit]);
}

function parseIn(text: string, units: Readonly<Record<string, number>>, plain: number): number | undefined {
  const parts = /^(.*?\d[.,]?)\s*([^\d\s.,]+[²2]?|)$/i.exec(text.trim());
  const value = parts && parseNumber(parts[1]!);
  if (value === undefined || value === null) return undefined;
  const named = parts![2]!.toLowerCase();
  const factor = named === '' ? plain : Object.hasOwn(units, named) ? units[named] : undefined;
  return factor === undefined ? undefined : value * factor;
}
