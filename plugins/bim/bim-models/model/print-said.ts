import { printDms } from '#core/geodesy';
import type { BimLevel } from '#core/protocol';

type Said = BimLevel['says'][number];

/** What a file says of its place, as a person reads it: numbers in the language, degrees as they are written. */
export function printSaid(
  { value, unit }: Pick<Said, 'value' | 'unit'>,
  locale: string,
  print: (number: number) => string,
): string {
  if (unit === '° ′ ″') {
    const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = value.split(' ').map(Number);
    return printDms(degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600, locale, 6);
  }
  // Without a unit, a name or a code may be digits.
  const isNumber = unit === null ? /^-?\d+\.\d+(e[+-]?\d+)?$/i.test(value) : Number.isFinite(Number(value));
  const text = isNumber ? print(Number(value)) : value;
  if (unit === null) return text;
  return unit === '°' ? `${text}°` : `${text} ${unit}`;
}
