import { distance, unproject } from '#core/geodesy';
import type { RasterDisplay } from '#core/protocol';
import type { PixelGrid } from './pixel-grid.ts';
import type { RasterWindow } from './raster-file.ts';

/** Metres on the ground that a pixel of a file covers. */
export interface PixelSize {
  readonly across: number;
  readonly down: number;
}

/**
 * Paints a part of a file into an image. Values between the centres of pixels are interpolated from the four around, those that
 * are missing or transparent apart; a relief has the shade of the nearest pixel.
 */
export function paintRaster(
  grid: PixelGrid,
  window: RasterWindow,
  display: RasterDisplay,
  missing: number | undefined,
  pixelSize: PixelSize,
): ImageData {
  const { width, height } = grid.image;
  const image = new ImageData(width, height);
  const isMissing = (value: number) =>
    Number.isNaN(value) || value === missing || (missing !== undefined && value === Math.fround(missing));
  const paint =
    display.kind === 'relief'
      ? nearest(window, reliefOf(window, isMissing, pixelSize))
      : blended(window, display.stretch ?? [0, 255], isMissing);
  let at = 0;
  grid.each((x, y) => {
    paint((x - window.west) / window.dx, (window.north - y) / window.dy, image.data, at);
    at += 4;
  });
  return image;
}

/** The bands that a display needs. */
export function bandsOf(display: RasterDisplay): readonly number[] {
  return display.kind === 'colours' ? display.bands : [display.band];
}

/** `column` and `row`: of the place in the window, in pixels from its corner. */
type PaintAt = (column: number, row: number, rgba: Uint8ClampedArray, at: number) => void;
type Paint = (pixel: number, rgba: Uint8ClampedArray, at: number) => void;

function nearest({ width, height }: RasterWindow, paint: Paint): PaintAt {
  return (column, row, rgba, at) => {
    const [x, y] = [Math.floor(column), Math.floor(row)];
    if (x >= 0 && x < width && y >= 0 && y < height) paint(y * width + x, rgba, at);
  };
}

function blended(
  { bands, opacity, width, height }: RasterWindow,
  [from, to]: readonly [number, number],
  isMissing: (value: number) => boolean,
): PaintAt {
  const factor = to === from ? 0 : 255 / (to - from);
  const opaque = (pixel: number): number => {
    if (bands.every((band) => isMissing(band[pixel]!))) return 0;
    return opacity ? opacity.shares[pixel]! / opacity.most : 1;
  };
  const sums = bands.map(() => 0);
  return (column, row, rgba, at) => {
    const own = [Math.floor(column), Math.floor(row)] as const;
    if (own[0] < 0 || own[0] >= width || own[1] < 0 || own[1] >= height) return;
    // The edge of what is there stays where it is.
    if (opaque(own[1] * width + own[0]) === 0) return;
    const [left, top] = [Math.floor(column - 0.5), Math.floor(row - 0.5)];
    const [right, below] = [column - 0.5 - left, row - 0.5 - top];
    let [share, alpha] = [0, 0];
    sums.fill(0);
    for (let n = 0; n < 4; n++) {
      const [x, y] = [left + (n & 1), top + (n >> 1)];
      if (x < 0 || x >= width || y < 0 || y >= height) continue;
      const pixel = y * width + x;
      const part = (n & 1 ? right : 1 - right) * (n >> 1 ? below : 1 - below);
      const weight = part * opaque(pixel);
      if (weight === 0) continue;
      share += part;
      alpha += weight;
      for (let band = 0; band < bands.length; band++) sums[band]! += weight * bands[band]![pixel]!;
    }
    const shade = (band: number) => (sums[band]! / alpha - from) * factor;
    rgba[at] = shade(0);
    rgba[at + 1] = shade(bands.length > 1 ? 1 : 0);
    rgba[at + 2] = shade(bands.length > 2 ? 2 : bands.length > 1 ? 1 : 0);
    rgba[at + 3] = (255 * alpha) / share;
  };
}

/** The sun stands in the north-west, 45° high, as is usual on maps. */
const SUN = [-0.5, 0.5, Math.SQRT1_2] as const;

/** Shades heights by the slope in the eight pixels around (Horn 1981). */
function reliefOf(
  { bands: [heights], width, height }: RasterWindow,
  isMissing: (value: number) => boolean,
  { across, down }: PixelSize,
): Paint {
  const at = (column: number, row: number, otherwise: number): number => {
    if (column < 0 || row < 0 || column >= width || row >= height) return otherwise;
    const value = heights![row * width + column]!;
    return isMissing(value) ? otherwise : value;
  };
  return (pixel, rgba, place) => {
    const own = heights![pixel]!;
    if (isMissing(own)) return;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    const z = (right: number, below: number) => at(column + right, row + below, own);
    const east = (z(1, -1) + 2 * z(1, 0) + z(1, 1) - z(-1, -1) - 2 * z(-1, 0) - z(-1, 1)) / (8 * across);
    const north = (z(-1, -1) + 2 * z(0, -1) + z(1, -1) - z(-1, 1) - 2 * z(0, 1) - z(1, 1)) / (8 * down);
    const light = (SUN[2] - east * SUN[0] - north * SUN[1]) / Math.hypot(east, north, 1);
    rgba[place] = rgba[place + 1] = rgba[place + 2] = 255 * Math.max(0, light);
    rgba[place + 3] = 255;
  };
}

/** Metres on the ground of a pixel in the middle of a part. */
export function pixelSizeOf(
  crs: string,
  { west, north, dx, dy, width, height }: Omit<RasterWindow, 'bands'>,
): PixelSize {
  const [x, y] = [west + (dx * width) / 2, north - (dy * height) / 2];
  const [here, right, above] = [
    unproject(crs, [x, y]),
    unproject(crs, [x + dx, y]),
    unproject(crs, [x, y + dy]),
  ];
  return { across: distance(here, right), down: distance(here, above) };
}
