/** CSS pixels the bar is at most wide. */
const WIDEST = 120;
/** The standard's pixel: 0.28 mm (OGC 06-042, 7.2.4.6.9). */
const PIXEL = 0.00028;

/** The longest round length that fits: 1, 2 or 5 times a power of ten. `resolution`: ground metres a CSS pixel. */
export function scaleBarOf(resolution: number): {
  length: number;
  unit: 'kilometer' | 'meter' | 'centimeter';
  pixels: number;
} {
  const maxLength = resolution * WIDEST;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const metres = [5, 2, 1].map((factor) => factor * power).find((one) => one <= maxLength) ?? power;
  const pixels = Math.round(metres / resolution);
  if (metres >= 1_000) return { length: metres / 1_000, unit: 'kilometer', pixels };
  if (metres < 1) return { length: Math.round(metres * 100), unit: 'centimeter', pixels };
  return { length: metres, unit: 'meter', pixels };
}

/** The scale as `1 : n`, to three digits, for the standard's pixel. */
export function scaleOf(resolution: number): number {
  return Number((resolution / PIXEL).toPrecision(3));
}
