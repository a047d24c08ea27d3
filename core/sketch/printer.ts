import { printAngle, printArea, printLength } from '#core/geodesy';
import type { I18n } from '#core/i18n';
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
  /** Degrees clockwise from north, formatted in the person's angle unit. */
  azimuth(degrees: number): string;
}

const NONE = '–';

export function printerOf(i18n: I18n, settings: Settings): Printer {
  return {
    length: (metres) => (Number.isNaN(metres) ? NONE : printLength(metres, i18n.language)),
    area: (squareMetres) => (Number.isNaN(squareMetres) ? NONE : printArea(squareMetres, i18n.language)),
    azimuth: (cubicMetres) =>
      Number.isNaN(cubicMetres) ? NONE : printAngle(cubicMetres, settings.get('angleUnit'), i18n.language),
  };
}
