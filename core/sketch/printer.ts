import { printAngle, printArea, printLength } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';

/** Formats measured values in the person's current units and language; a dash for NaN. */
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
    azimuth: (degrees) =>
      Number.isNaN(degrees) ? NONE : printAngle(degrees, settings.get('angleUnit'), i18n.language),
  };
}
