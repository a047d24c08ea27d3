import { distance, unproject } from '#core/geodesy';
import type { RasterDisplay } from '#core/protocol';
import type { PixelGrid } from './pixel-grid.ts';
import type { RasterWindow } from './raster-file.ts';

/** Metres on the ground that a pixel of a file covers. */
export interface PixelSize {
  readonly across: number;
  readonly down: number;
}

/** Paints a part of a file into an image, with the nearest pixel of the file for each of the image. */
export function paintRaster(
  grid: PixelGrid,
  window: RasterWindow,
  display: RasterDisplay,
  missing: number | undefined,
  pixelSize: PixelSize,
): ImageData {
  const { width, height } = grid.image;
  const image = new ImageData(width, height);
  const colour = colourOf(window, display, missing, pixelSize);
  let at = 0;
  grid.each((x, y) => {
    const column = Math.floor((x - window.west) / window.dx);
    const row = Math.floor((window.north - y) / window.dy);
    if (column >= 0 && column < window.width && row >= 0 && row < window.height)
      colour(row * window.width + column, image.data, at);
    at += 4;
  });
  return image;
}

/** The bands that a display needs. */
export function bandsOf(display: RasterDisplay): readonly number[] {
  return display.kind === 'colours' ? display.bands : [display.band];
}

type Paint = (pixel: number, rgba: Uint8ClampedArray, at: number) => void;

function colourOf(
  window: RasterWindow,
  display: RasterDisplay,
  missing: number | undefined,
  pixelSize: PixelSize,
): Paint {
  const { bands } = window;
  const isMissing = (value: number) =>
    Number.isNaN(value) || value === missing || (missing !== undefined && value === Math.fround(missing));
  if (display.kind === 'relief') return reliefOf(window, isMissing, pixelSize);
  const [from, to] = display.stretch ?? [0, 255];
  const factor = to === from ? 0 : 255 / (to - from);
  const shade = (band: ArrayLike<number>, pixel: number) => (band[pixel]! - from) * factor;
  const [red, green = red, blue = red] = bands as [ArrayLike<number>, ...ArrayLike<number>[]];
  return (pixel, rgba, at) => {
    if (bands.every((band) => isMissing(band[pixel]!))) return;
    rgba[at] = shade(red, pixel);
    rgba[at + 1] = shade(green, pixel);
    rgba[at + 2] = shade(blue, pixel);
    rgba[at + 3] = 255;
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
