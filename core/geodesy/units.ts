import type { AreaUnit, LengthUnit } from '#core/protocol';
import { crsOf } from './crs.ts';

/** The US survey foot, exact. */
const US_FOOT = 1200 / 3937;

/** Metres per unit. */
export const METRES: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  km: 1000,
  // International foot, exact since 1959.
  ft: 0.3048,
  ftUS: US_FOOT,
  mi: 1609.344,
};

/** Square metres per unit. An acre is 43,560 square feet. */
export const SQUARE_METRES: Readonly<Record<AreaUnit, number>> = {
  'm²': 1,
  ha: 10_000,
  'km²': 1e6,
  'ft²': 0.3048 ** 2,
  'ftUS²': US_FOOT ** 2,
  ac: 43_560 * 0.3048 ** 2,
  acUS: 43_560 * US_FOOT ** 2,
};

/** The unit of volumes that goes with a unit of lengths: cubic metres or cubic feet. */
export function volumeUnit(lengthUnit: LengthUnit): {
  readonly symbol: string;
  readonly cubicMetres: number;
} {
  const length = lengthUnit === 'km' ? 'm' : lengthUnit === 'mi' ? 'ft' : lengthUnit;
  return { symbol: `${length}³`, cubicMetres: METRES[length] ** 3 };
}

/** Names that PROJ has for units of eastings and northings. */
const PROJ_UNITS: Readonly<Record<string, { symbol: string; metres: number }>> = {
  m: { symbol: 'm', metres: 1 },
  km: { symbol: 'km', metres: 1000 },
  ft: { symbol: 'ft', metres: METRES.ft },
  'us-ft': { symbol: 'ftUS', metres: US_FOOT },
};

/**
 * Returns the unit of the coordinates of a known system: `°` for longitude and latitude, whose `metres` is NaN; a unit
 * without a usual symbol is named by its metres.
 */
export function unitOfCrs(code: string): { readonly symbol: string; readonly metres: number } {
  const crs = crsOf(code);
  if (crs?.geographic ?? true) return { symbol: '°', metres: NaN };
  const factor = /\+to_meter=(\S+)/.exec(crs!.proj4)?.[1];
  const name = /\+units=(\S+)/.exec(crs!.proj4)?.[1] ?? 'm';
  const named = PROJ_UNITS[name];
  const metres = factor === undefined ? (named?.metres ?? 1) : Number(factor);
  const same = Object.values(PROJ_UNITS).find((unit) => Math.abs(unit.metres - metres) < 1e-9);
  return same ?? { symbol: `${metres} m`, metres };
}
