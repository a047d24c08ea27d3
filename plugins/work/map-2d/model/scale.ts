import { METRES } from '#core/geodesy';
import type { LengthUnit } from '#core/protocol';

/** CSS pixels the bar is at most wide. */
const WIDEST = 120;
/** The standard's pixel: 0.28 mm (OGC 06-042, 7.2.4.6.9). */
const PIXEL = 0.00028;

interface ScaleBar {
  readonly length: number;
  readonly unit: 'kilometer' | 'meter' | 'centimeter' | 'mile' | 'foot';
  readonly pixels: number;
}

/**
 * The longest round length that fits: 1, 2 or 5 times a power of ten. `resolution`: ground metres a CSS pixel. In feet
 * or miles if the project's lengths are; the two feet differ by 2 ppm, which no bar shows.
 */
export function scaleBarOf(resolution: number, lengthUnit: LengthUnit = 'm'): ScaleBar {
  if (lengthUnit === 'm' || lengthUnit === 'km') {
    const bar = roundBar(resolution, 1);
    if (bar.length >= 1_000) return { length: bar.length / 1_000, unit: 'kilometer', pixels: bar.pixels };
    if (bar.length < 1)
      return { length: Math.round(bar.length * 100), unit: 'centimeter', pixels: bar.pixels };
    return { ...bar, unit: 'meter' };
  }
  const isLong = resolution * WIDEST >= METRES.mi;
  return isLong
    ? { ...roundBar(resolution, METRES.mi), unit: 'mile' }
    : { ...roundBar(resolution, METRES.ft), unit: 'foot' };
}

function roundBar(resolution: number, metres: number): Pick<ScaleBar, 'length' | 'pixels'> {
  const maxLength = (resolution * WIDEST) / metres;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const length = [5, 2, 1].map((factor) => factor * power).find((one) => one <= maxLength) ?? power;
  return { length, pixels: Math.round((length * metres) / resolution) };
}

/** The scale as `1 : n`, to three digits, for the standard's pixel. */
export function scaleOf(resolution: number): number {
  return Number((resolution / PIXEL).toPrecision(3));
}
