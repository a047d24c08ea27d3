import { ANGLE_DIGITS } from '#core/geodesy';
import type { AngleUnit, AreaUnit, DisplayFormat, LengthUnit } from '#core/protocol';

/** Decimals that surveyors use with a unit; chosen with it, and changeable. */
const LENGTH_DIGITS: Readonly<Record<LengthUnit, number>> = { m: 3, km: 6, ft: 2, ftUS: 2, mi: 6 };
const AREA_DIGITS: Readonly<Record<AreaUnit, number>> = {
  'm²': 2,
  ha: 6,
  'km²': 6,
  'ft²': 1,
  'ftUS²': 1,
  ac: 4,
  acUS: 4,
};

export function withLengthUnit(format: DisplayFormat, lengthUnit: LengthUnit): DisplayFormat {
  return { ...format, lengthUnit, lengthDigits: LENGTH_DIGITS[lengthUnit] };
}

export function withAreaUnit(format: DisplayFormat, areaUnit: AreaUnit): DisplayFormat {
  return { ...format, areaUnit, areaDigits: AREA_DIGITS[areaUnit] };
}

/** Null: each person's own unit, with the decimals usual for it. */
export function withAngleUnit(format: DisplayFormat, angleUnit: AngleUnit | null): DisplayFormat {
  return { ...format, angleUnit, angleDigits: angleUnit && ANGLE_DIGITS[angleUnit] };
}
