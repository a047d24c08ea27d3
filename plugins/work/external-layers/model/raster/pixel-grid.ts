import { positionOf } from '#core/canvas';
import { project } from '#core/geodesy';
import type { ImageRequest } from '#core/mapview';
import type { RasterExtent } from './raster-file.ts';

/** Pixels between the places that are projected; those between are interpolated, at the scales of projects to
 * far less than a pixel. */
const STEP = 16;

/** Where the pixels of an image lie in the system of a file. */
export class PixelGrid {
  readonly #columns: number;
  readonly #rows: number;
  /** East and north of each node; NaN outside the system. */
  readonly #nodes: Float64Array;
  /** Of all pixels; undefined where none lies in the system. */
  readonly extent: RasterExtent | undefined;

  /** `placed`: from the system to where values are taken from, such as a picture. */
  constructor(
    readonly image: ImageRequest,
    crs: string,
    placed: (place: readonly [number, number]) => readonly [number, number] = (place) => place,
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
        this.#nodes.set(placed(placeIn(crs, x, y)), at);
      }
    this.extent = extentOf(this.#nodes);
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

function extentOf(nodes: Float64Array): RasterExtent | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < nodes.length; at += 2) {
    const [x, y] = [nodes[at]!, nodes[at + 1]!];
    if (Number.isNaN(x)) continue;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box[0] <= box[2] ? box : undefined;
}

function placeIn(crs: string, x: number, y: number): [number, number] {
  if (crs === 'EPSG:3857') return [x, y];
  try {
    return project(crs, positionOf(x, y));
  } catch {
    return [NaN, NaN];
  }
}
