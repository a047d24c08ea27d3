import { positionOf } from '#core/canvas';
import { distance, project, unproject } from '#core/geodesy';
import type { ImageRequest } from '#core/mapview';
import type { RasterDisplay } from '#core/protocol';
import type { RasterExtent, RasterWindow } from './raster-file.ts';

/** Pixels between the places that are projected; those between are interpolated, to far less than a pixel. */
const STEP = 16;

/** Where the pixels of an image lie in the system of a file. */
export class PixelGrid {
  readonly #columns: number;
  readonly #rows: number;
  /** East and north of each node; NaN outside the system. */
  readonly #nodes: Float64Array;

  constructor(
    readonly image: ImageRequest,
    crs: string,
  ) {
    const { extent, width, height } = image;
    this.#columns = Math.ceil(width / STEP) + 1;
    this.#rows = Math.ceil(height / STEP) + 1;
    this.#nodes = new Float64Array(2 * this.#columns * this.#rows);
    const [west, south, east, north] = extent;
    for (let row = 0, at = 0; row < this.#rows; row++)
      for (let column = 0; column < this.#columns; column++, at += 2) {
        const x = west + ((column * STEP) / width) * (east - west);
        const y = north - ((row * STEP) / height) * (north - south);
        this.#nodes.set(placeIn(crs, x, y), at);
      }
  }

  /** The extent of all pixels; undefined where none lies in the system. */
  get extent(): RasterExtent | undefined {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.#nodes.length; at += 2) {
      const [x, y] = [this.#nodes[at]!, this.#nodes[at + 1]!];
      if (Number.isNaN(x)) continue;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    return box[0] <= box[2] ? box : undefined;
  }

  /** Size of a pixel in the system, about. */
  get pixelSize(): number {
    const box = this.extent;
    if (!box) return NaN;
    const { width, height } = this.image;
    return Math.min((box[2] - box[0]) / width, (box[3] - box[1]) / height);
  }

  /** Calls back with the place of the centre of each pixel, row by row. */
  each(visit: (x: number, y: number) => void): void {
    const { width, height } = this.image;
    for (let row = 0; row < height; row++) {
      const v = (row + 0.5) / STEP;
      const above = Math.min(Math.floor(v), this.#rows - 2);
      for (let column = 0; column < width; column++) {
        const u = (column + 0.5) / STEP;
        const left = Math.min(Math.floor(u), this.#columns - 2);
        const at = 2 * (above * this.#columns + left);
        const below = at + 2 * this.#columns;
        const [a, b] = [u - left, v - above];
        const n = this.#nodes;
        visit(
          (n[at]! * (1 - a) + n[at + 2]! * a) * (1 - b) + (n[below]! * (1 - a) + n[below + 2]! * a) * b,
          (n[at + 1]! * (1 - a) + n[at + 3]! * a) * (1 - b) +
            (n[below + 1]! * (1 - a) + n[below + 3]! * a) * b,
        );
      }
    }
  }
}

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

function placeIn(crs: string, x: number, y: number): [number, number] {
  if (crs === 'EPSG:3857') return [x, y];
  try {
    return project(crs, positionOf(x, y));
  } catch {
    return [NaN, NaN];
  }
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
