import type { LengthUnit, Position } from '#core/protocol';
import { printDms } from './angles.ts';
import { crsOf, project } from './crs.ts';
import { printNumber, printPlain } from './numbers.ts';
import { METRES } from './units.ts';

export interface CoordinateStyle {
  /** `EPSG:<code>`. Default: EPSG:4326. */
  readonly crs?: string;
  /** `en`, `it`. */
  readonly locale: string;
  /** For a geographic system. Default: `decimal`. */
  readonly form?: 'decimal' | 'dms';
  /** Decimals of metres, degrees or seconds. Default: 3, 8 (1.1 mm) or 3 (3 cm). */
  readonly digits?: number;
  /** Unit and decimals of the height. Default: metres, 3. */
  readonly height?: { readonly unit: LengthUnit; readonly digits: number };
  /** Appends the CRS, so that the text can be parsed without context. */
  readonly withCrs?: boolean;
}

/**
 * Formats a position, each ordinate with its letter, in the axis order of the CRS, with the height at the end:
 * `45.46420000° N, 9.19000000° E`, `45°27′51.120″ N, 9°11′24.000″ E, 120.000 m`, `E 1514877.120, N 5034561.870`.
 * Separated by `;` if the decimal separator of the locale is the comma. Throws as `project`.
 */
export function printCoordinates(position: Position, style: CoordinateStyle): string {
  const { locale, form = 'decimal', withCrs = false, crs: code = 'EPSG:4326' } = style;
  const [east, north] = project(code, position);
  const crs = crsOf(code)!;
  const digits = style.digits ?? (crs.geographic && form === 'decimal' ? 8 : 3);
  const ordinate = (value: number, positive: string, negative: string) => {
    if (!crs.geographic) return `${positive} ${printPlain(value, digits, locale)}`;
    const size = Math.abs(value);
    const text = form === 'dms' ? printDms(size, locale, digits) : `${printNumber(size, digits, locale)}°`;
    return `${text} ${value < 0 ? negative : positive}`;
  };
  const pair = [ordinate(east, 'E', 'W'), ordinate(north, 'N', 'S')];
  if (crs.axes === 'ne') pair.reverse();
  const { unit, digits: heightDigits } = style.height ?? { unit: 'm', digits: 3 };
  if (position[2] !== undefined)
    pair.push(`${printPlain(position[2] / METRES[unit], heightDigits, locale)} ${unit}`);
  const separator = printNumber(0.5, 1, locale).includes(',') ? '; ' : ', ';
  return pair.join(separator) + (withCrs ? ` (${code})` : '');
}
