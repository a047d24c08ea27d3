import { MARGIN, type ProfileWindow } from './profile-window.ts';
import type { SectionPoints } from './section-points.ts';

/** Pixels of a canvas: one 32-bit number each, as ImageData has them on every little-endian machine. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** The colour of a point as 0xRRGGBB; undefined: the point is not shown. */
export type ColourOf = (points: SectionPoints, index: number) => number | undefined;

/** 0xRRGGBB to the order of ImageData. */
const pixelOf = (rgb: number): number =>
  (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;

/**
 * Paints the points from `first` on as squares of `size` device pixels; what lies outside the plot is left out.
 * Later points are painted over earlier ones. Returns how many are in the plot.
 */
export function paintPoints(
  raster: Raster,
  points: SectionPoints,
  window: ProfileWindow,
  colourOf: ColourOf,
  { ratio, size, first = 0 }: { readonly ratio: number; readonly size: number; readonly first?: number },
): number {
  const { width, height, pixels } = raster;
  const left = Math.round(MARGIN.left * ratio);
  const top = Math.round(MARGIN.top * ratio);
  const right = Math.min(width, Math.round((window.width - MARGIN.right) * ratio));
  const bottom = Math.min(height, Math.round((window.height - MARGIN.bottom) * ratio));
  const across = window.across * ratio;
  const up = window.up * ratio;
  const x0 = MARGIN.left * ratio - window.from.chainage * across;
  const y0 = (window.height - MARGIN.bottom) * ratio + window.from.height * up;
  const half = size >> 1;
  let painted = 0;
  for (let i = first; i < points.count; i++) {
    const x = Math.round(x0 + points.chainage[i]! * across) - half;
    const y = Math.round(y0 - points.height[i]! * up) - half;
    if (x + size <= left || x >= right || y + size <= top || y >= bottom) continue;
    const rgb = colourOf(points, i);
    if (rgb === undefined) continue;
    painted++;
    const pixel = pixelOf(rgb);
    const [xEnd, yEnd] = [Math.min(right, x + size), Math.min(bottom, y + size)];
    for (let row = Math.max(top, y); row < yEnd; row++)
      for (let at = row * width + Math.max(left, x), end = row * width + xEnd; at < end; at++)
        pixels[at] = pixel;
  }
  return painted;
}
