import { ANGLE_SYMBOLS, MINUS, type AngleSymbol } from '#core/kernel';
import type { AngleUnit } from '#core/protocol';
import { parseNumber, printNumber } from './numbers.ts';

export type { AngleUnit };

/** How the symbols of the angle units are written. */
export const ANGLE_SIGNS: Readonly<Record<AngleSymbol, string>> = { degree: '°', rad: 'rad', gradian: 'gon' };

const DEGREES: Readonly<Record<AngleUnit, number>> = {
  degree: 1,
  dms: 1,
  radian: 180 / Math.PI,
  gradian: 0.9,
};
/** Default decimals, of seconds for `dms`. Each resolves 0.004 mm or less at a distance of 10 m. */
export const ANGLE_DIGITS: Readonly<Record<AngleUnit, number>> = { degree: 5, dms: 1, radian: 6, gradian: 4 };

export function toDegrees(value: number, unit: AngleUnit): number {
  return value * DEGREES[unit];
}
export function fromDegrees(degrees: number, unit: AngleUnit): number {
  return degrees / DEGREES[unit];
}

/** Formats an angle in degrees in the given unit: `12.50000°`, `12°30′00.0″`, `0.218166 rad`, `13.8889 gon`. */
export function printAngle(
  degrees: number,
  unit: AngleUnit,
  locale: string,
  digits = ANGLE_DIGITS[unit],
): string {
  if (unit === 'dms') return printDms(degrees, locale, digits);
  const value = printNumber(fromDegrees(degrees, unit), digits, locale);
  return unit === 'degree' ? `${value}°` : `${value}\u00a0${ANGLE_SIGNS[ANGLE_SYMBOLS[unit]]}`;
}

/** Formats degrees, minutes and seconds: `12°30′00.00″`. Seconds that round to 60 are carried over. */
export function printDms(degrees: number, locale: string, digits = 2): string {
  const scale = 10 ** digits;
  const units = Math.round(Math.abs(degrees) * 3600 * scale);
  const seconds = (units % (60 * scale)) / scale;
  const minutes = Math.floor(units / (60 * scale)) % 60;
  const whole = Math.floor(units / (3600 * scale));
  const sign = degrees < 0 && units > 0 ? MINUS : '';
  const shown = `${seconds < 10 ? '0' : ''}${printNumber(seconds, digits, locale)}`;
  return `${sign}${whole}°${String(minutes).padStart(2, '0')}′${shown}″`;
}

const SUFFIX: readonly [RegExp, AngleUnit][] = [
  [/\s*(rad|radians?|radianti)$/i, 'radian'],
  [/\s*(gon|grad|gradians?|gradi centesimali|ᵍ|g)$/i, 'gradian'],
  [/\s*(°|deg|degrees?|gradi)$/i, 'degree'],
];

/**
 * Parses an angle and returns degrees. A plain number is in `unit`; the suffixes `rad`, `gon` and `°` override it.
 * Degrees, minutes and seconds are accepted as `12°30'15"`, `12d30m15s`, `12:30:15` or `12 30 15`; quadrant bearings
 * as `N 45° E`. Returns undefined if the text is not an angle.
 */
export function parseAngle(text: string, unit: AngleUnit): number | undefined {
  const bare = text.trim();
  const quadrant = /^([NS])\s*(.+?)\s*([EWO])$/i.exec(bare);
  if (quadrant) {
    const inner = parseAngle(quadrant[2]!, unit);
    if (inner === undefined || inner < 0 || inner > 90) return undefined;
    const east = quadrant[3]!.toUpperCase() === 'E';
    if (quadrant[1]!.toUpperCase() === 'N') return east ? inner : (360 - inner) % 360;
    return east ? 180 - inner : 180 + inner;
  }
  for (const [suffix, named] of SUFFIX) {
    if (!suffix.test(bare)) continue;
    const value = parseNumber(bare.replace(suffix, ''));
    return value === undefined ? undefined : toDegrees(value, named);
  }
  const dms = parseDms(bare);
  if (dms !== undefined) return dms;
  const value = parseNumber(bare);
  return value === undefined ? undefined : toDegrees(value, unit);
}

/** The symbols commonly used for degrees, minutes and seconds, typographic or not. */
const DMS =
  /^([+-]?)(\d{1,3})\s*(?:[°ºd:]|\s)\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:(?:['’′m:]|\s)\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''|’’|′′|s)?)?)?$/;

/**
 * Parses degrees, minutes and seconds such as `12°30'15"`; at least degrees and minutes are required. Returns
 * undefined if the text is not such an angle, or if minutes or seconds are not below 60.
 */
export function parseDms(text: string): number | undefined {
  const parts = DMS.exec(text.trim().replace('\u2212', '-'));
  if (!parts) return undefined;
  const [minutes, seconds] = [parts[3]!, parts[4] ?? '0'].map((part) => Number(part.replace(',', '.')));
  if (minutes! >= 60 || seconds! >= 60) return undefined;
  if (parts[4] !== undefined && /[.,]/.test(parts[3]!)) return undefined;
  const size = Number(parts[2]) + minutes! / 60 + seconds! / 3600;
  return parts[1] === '-' ? -size : size;
}
