import {
  crsOf,
  METRES,
  printAngle,
  printCoordinates,
  printPlain,
  SQUARE_METRES,
  volumeUnit,
} from '#core/geodesy';
import type { AreaUnit, LengthUnit, Position } from '#core/protocol';
import type { Units } from '#core/settings';

/** The unit in which a quantity is shown. */
export interface ShownUnit {
  readonly symbol: string;
  /** Metres, square metres or cubic metres per unit. */
  readonly size: number;
  /** Decimals to the micrometre, the square millimetre or the cubic centimetre, or finer. */
  readonly digits: number;
}

const LENGTH_DIGITS: Readonly<Record<LengthUnit, number>> = { m: 6, km: 9, ft: 6, ftUS: 6, mi: 9 };
const AREA_DIGITS: Readonly<Record<AreaUnit, number>> = {
  'm²': 6,
  ha: 10,
  'km²': 12,
  'ft²': 6,
  'ftUS²': 6,
  ac: 10,
  acUS: 10,
};
const VOLUME_DIGITS = 6;

export function shownUnit(
  quantity: 'length' | 'area' | 'volume',
  { lengthUnit, areaUnit }: Pick<Units, 'lengthUnit' | 'areaUnit'>,
): ShownUnit {
  if (quantity === 'length')
    return { symbol: lengthUnit, size: METRES[lengthUnit], digits: LENGTH_DIGITS[lengthUnit] };
  if (quantity === 'area')
    return { symbol: areaUnit, size: SQUARE_METRES[areaUnit], digits: AREA_DIGITS[areaUnit] };
  const { symbol, cubicMetres } = volumeUnit(lengthUnit);
  return { symbol, size: cubicMetres, digits: VOLUME_DIGITS };
}

/** Formats metres, square metres or cubic metres in a unit with all its decimals, for copying. */
export function printExact(value: number, { symbol, size, digits }: ShownUnit, locale: string): string {
  return `${printPlain(value / size, digits, locale)}\u00a0${symbol}`;
}

/** Decimals of exact angles: a millionth of a second, or 1e-10 of another unit. */
export function exactAngleDigits({ angleUnit }: Pick<Units, 'angleUnit'>): number {
  return angleUnit === 'dms' ? 6 : 10;
}

export function printExactAngle(degrees: number, units: Pick<Units, 'angleUnit'>, locale: string): string {
  return printAngle(degrees, units.angleUnit, locale, exactAngleDigits(units));
}

/** Throws as `project`. */
export function printExactCoordinates(
  position: Position,
  crs: string,
  { lengthUnit }: Pick<Units, 'lengthUnit'>,
  locale: string,
): string {
  const digits = (crsOf(crs)?.geographic ?? true) ? 12 : 6;
  const height = { unit: lengthUnit, digits: LENGTH_DIGITS[lengthUnit] };
  return printCoordinates(position, { crs, locale, digits, height });
}
