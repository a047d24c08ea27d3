import { printAngle, printArea, printLength } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';

/** Prints measured values in the person's units and language, as they are when it is asked; a dash for NaN. */
export interface Printer {
  /** Metres. */
  length(metres: number): string;
  /** Square metres. */
  area(squareMetres: number): string;
  /** Degrees clockwise from north, printed in the person's angle unit. */
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
