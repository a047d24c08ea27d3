import { parseAngle, parseNumber } from '#core/geodesy';
import type { AngleUnit } from '#core/protocol';

/** Units of a file in which its angles are shown: degrees are stored. */
const PER_DEGREE: Readonly<Record<string, number>> = { gon: 10 / 9, mil: 6400 / 360, rad: Math.PI / 180 };
const TYPED_IN: Readonly<Record<string, AngleUnit>> = {
  gon: 'gradian',
  rad: 'radian',
  deg: 'degree',
  dms: 'dms',
};

/** The number in the unit of the file; degrees, minutes and seconds are decimal degrees. */
function inUnit(degrees: number, unit: string): number {
  return degrees * (PER_DEGREE[unit] ?? 1);
}

/** Degrees of what was typed in the unit of the file: `123.4567`, `35 45 10` or `35°45′10″`; undefined for no angle of a circle. */
export function typedAngle(text: string, unit: string): number | undefined {
  const number = parseNumber(text);
  const degrees =
    unit === 'mil' && number !== undefined
      ? number / PER_DEGREE['mil']!
      : parseAngle(text, TYPED_IN[unit] ?? 'degree');
  return degrees === undefined || degrees < 0 || degrees > 360 ? undefined : degrees;
}

function signOf(unit: string): string {
  return unit === 'gon' || unit === 'mil' || unit === 'rad' ? unit : '°';
}

/** A title with the unit of the angles below it; degrees, minutes and seconds have their own signs. */
export function headOf(title: string, unit: string): string {
  return unit === 'dms' ? title : `${title} (${signOf(unit)})`;
}

/** `123.4567 gon`, or `35°45′10.0″`. */
export function withSign(degrees: number, unit: string): string {
  return unit === 'dms' ? angleText(degrees, unit) : `${angleText(degrees, unit)} ${signOf(unit)}`;
}

/** With its sign, which 0 has none of. */
export function signedAngle(degrees: number, unit: string): string {
  const size = withSign(Math.abs(degrees), unit);
  return degrees < 0 && /[1-9]/.test(size) ? `−${size}` : size;
}

/** An error of the instrument: `1.2 mgon` in gon, seconds of arc otherwise. */
export function smallAngle(degrees: number, unit: string): string {
  const [value, sign] = unit === 'gon' ? [(degrees / 0.9) * 1000, ' mgon'] : [degrees * 3600, '″'];
  const digits = Math.abs(value).toFixed(1);
  return `${value < 0 && Number(digits) > 0 ? '−' : ''}${digits}${sign}`;
}

/** As the instrument shows it: `123.4567`, or `35°45′10.0″`. */
export function angleText(degrees: number, unit: string): string {
  if (unit !== 'dms') return inUnit(degrees, unit).toFixed(unit === 'rad' ? 6 : unit === 'deg' ? 5 : 4);
  const tenths = Math.round(degrees * 36_000);
  const [whole, minutes] = [Math.floor(tenths / 36_000), Math.floor((tenths % 36_000) / 600)];
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${whole}°${String(minutes).padStart(2, '0')}′${seconds}″`;
}
