import {
  crsOf,
  parseAngle,
  parseArea,
  parseCoordinates,
  parseLength,
  printAngle,
  printArea,
  printCoordinates,
  printLength,
  printNumber,
  volumeUnit,
  type ParsedCoordinates,
} from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';

/**
 * Formats measured values in the units of the open project, always with its decimals, and parses typed ones, which may
 * name another unit. A dash for NaN.
 */
export interface Printer {
  /** Metres. */
  length(metres: number): string;
  /** Square metres. */
  area(squareMetres: number): string;
  /** Cubic metres, with two decimals. */
  volume(cubicMetres: number): string;
  /** Degrees. */
  angle(degrees: number): string;
  /** Degrees clockwise from north. */
  azimuth(degrees: number): string;
  /** In the CRS, with the decimals of the project, and its unit for the height. Throws as `project`. */
  coordinates(position: Position, crs: string): string;
  /** Returns metres; undefined if the text is not a length. */
  parseLength(text: string): number | undefined;
  /** Returns square metres; undefined if the text is not an area. */
  parseArea(text: string): number | undefined;
  /** Returns degrees; undefined if the text is not an angle. */
  parseAngle(text: string): number | undefined;
  /** As `parseCoordinates` of geodesy; a height that names no unit is in that of the project. */
  parseCoordinates(text: string, crs: string): ParsedCoordinates | undefined;
}

const NONE = '–';
const VOLUME_DIGITS = 2;
/** Decimals that degrees need more than metres: the fifth decimal of a degree is about a metre. */
const DEGREE_DIGITS = 5;

export function printerOf(i18n: Pick<I18n, 'language'>, settings: Pick<Settings, 'get'>): Printer {
  const unlessNaN = (value: number, print: () => string) => (Number.isNaN(value) ? NONE : print());
  const units = () => settings.get('units');
  const angle = (degrees: number) => {
    const { angleUnit, angleDigits } = units();
    return unlessNaN(degrees, () => printAngle(degrees, angleUnit, i18n.language, angleDigits ?? undefined));
  };
  return {
    length(metres) {
      const { lengthUnit, lengthDigits } = units();
      return unlessNaN(metres, () => printLength(metres, i18n.language, lengthUnit, lengthDigits));
    },
    area(squareMetres) {
      const { areaUnit, areaDigits } = units();
      return unlessNaN(squareMetres, () => printArea(squareMetres, i18n.language, areaUnit, areaDigits));
    },
    volume: (cubicMetres) =>
      unlessNaN(cubicMetres, () => {
        const { symbol, cubicMetres: size } = volumeUnit(units().lengthUnit);
        return `${printNumber(cubicMetres / size, VOLUME_DIGITS, i18n.language)}\u00a0${symbol}`;
      }),
    angle,
    azimuth: angle,
    coordinates(position, crs) {
      const { lengthUnit, lengthDigits, coordinateDigits: digits } = units();
      return printCoordinates(position, {
        crs,
        locale: i18n.language,
        digits: coordinateDigits(crs, digits),
        height: { unit: lengthUnit, digits: lengthDigits },
      });
    },
    parseLength: (text) => parseLength(text, units().lengthUnit),
    parseArea: (text) => parseArea(text, units().areaUnit),
    parseAngle: (text) => parseAngle(text, units().angleUnit),
    parseCoordinates: (text, crs) => parseCoordinates(text, crs, units().lengthUnit),
  };
}

/** Decimals of coordinates in a CRS: degrees have five more than metres, which is as fine. */
export function coordinateDigits(crs: string, digits: number): number {
  return (crsOf(crs)?.geographic ?? true) ? digits + DEGREE_DIGITS : digits;
}
