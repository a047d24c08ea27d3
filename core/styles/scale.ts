/** The standard's pixel: 0.28 mm (OGC 06-042, 7.2.4.6.9). */
const PIXEL = 0.00028;

/** The number n of the scale 1 : n; `resolution`: ground metres per CSS pixel. */
export function scaleDenominator(resolution: number): number {
  return resolution / PIXEL;
}

/** Ground metres per CSS pixel at the scale 1 : `scale`. */
export function resolutionAt(scale: number): number {
  return scale * PIXEL;
}

export interface ScaleRange {
  /** The smaller scale, so the larger number. */
  readonly minScale?: number | undefined;
  readonly maxScale?: number | undefined;
}

/** Rounding of the scale shown must not hide what is drawn from exactly that scale on. */
const TOLERANCE = 0.006;

/** Whether 1 : `scale` is within the range, which includes both ends; true where there is no scale. */
export function isInScale({ minScale, maxScale }: ScaleRange, scale: number | undefined): boolean {
  if (scale === undefined) return true;
  if (minScale !== undefined && scale > minScale * (1 + TOLERANCE)) return false;
  return maxScale === undefined || scale >= maxScale * (1 - TOLERANCE);
}

/** Whether something is drawn at some scales only. */
export function hasScale({ minScale, maxScale }: ScaleRange): boolean {
  return minScale !== undefined || maxScale !== undefined;
}
