import { radiiAt } from '#core/geodesy';
import type { RasterHeights } from '../terrain/volume/height-grid.ts';

/** Most cells of a raster, and their smallest side, metres. */
const MAX_CELLS = 4_000_000;
const FINEST = 0.05;
/** Cells around an outline, for slopes. */
const MARGIN = 2;

/** An empty raster of square cells over an extent, as fine as its size allows. */
export function rasterOver([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): RasterHeights {
  const { along, across } = radiiAt((south + north) / 2);
  const metreNorth = (along * Math.PI) / 180;
  const metreEast = ((across * Math.PI) / 180) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [acrossMetres, alongMetres] = [(east - west) * metreEast, (north - south) * metreNorth];
  const longest = Math.max(acrossMetres, alongMetres) / MAX_CELLS;
  const cell = Math.max(FINEST, longest, Math.sqrt((acrossMetres * alongMetres) / MAX_CELLS));
  const width = Math.max(1, Math.ceil(acrossMetres / cell)) + 2 * MARGIN;
  const height = Math.max(1, Math.ceil(alongMetres / cell)) + 2 * MARGIN;
  const [right, down] = [cell / metreEast, cell / metreNorth];
  return {
    width,
    height,
    west: west - (MARGIN - 0.5) * right,
    north: north + (MARGIN - 0.5) * down,
    right,
    down,
    cell,
    heights: new Float32Array(width * height).fill(NaN),
  };
}

/**
 * Where a cell is looked at, cells from its centre: somewhere in it, always the same. At the centres, a wall along the
 * grid would be off by half a cell all along; so the errors of cells are independent, and their sum is small.
 */
export function within(cell: number, axis: 0 | 1): number {
  let hash = Math.imul(cell + 0x9e3779b9 * (axis + 1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 - 0.5;
}

/** Raises the cells that a triangle covers where they are looked at to its height; corners are column, row and height. */
export function raise(
  { width, height, heights }: RasterHeights,
  corners: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const [ax, ay, az] = [corners[3 * a]!, corners[3 * a + 1]!, corners[3 * a + 2]!];
  const [bx, by, bz] = [corners[3 * b]!, corners[3 * b + 1]!, corners[3 * b + 2]!];
  const [cx, cy, cz] = [corners[3 * c]!, corners[3 * c + 1]!, corners[3 * c + 2]!];
  const double = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  // Upright, or not a number.
  if (!(Math.abs(double) > 1e-12)) return;
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) + 0.5));
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) + 0.5));
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const at = row * width + column;
      const x = column + within(at, 0) - ax;
      const y = row + within(at, 1) - ay;
      const v = (x * (cy - ay) - (cx - ax) * y) / double;
      const w = ((bx - ax) * y - x * (by - ay)) / double;
      if (v < -1e-9 || w < -1e-9 || v + w > 1 + 1e-9) continue;
      const z = az + v * (bz - az) + w * (cz - az);
      if (!(heights[at]! >= z)) heights[at] = z;
    }
}

/** Calls `span` with the cells of each row whose centres are within rings of columns and rows, by the even-odd rule. */
export function eachSpan(
  { width, height }: Pick<RasterHeights, 'width' | 'height'>,
  rings: readonly (readonly number[])[],
  span: (row: number, from: number, to: number) => void,
): void {
  for (let row = 0; row < height; row++) {
    const crossings: number[] = [];
    for (const ring of rings)
      for (let i = 0; i < ring.length; i += 2) {
        const next = (i + 2) % ring.length;
        const [x, y, toX, toY] = [ring[i]!, ring[i + 1]!, ring[next]!, ring[next + 1]!];
        if (y > row === toY > row) continue;
        crossings.push(x + ((row - y) / (toY - y)) * (toX - x));
      }
    crossings.sort((one, other) => one - other);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]!));
      const to = Math.min(width, Math.floor(crossings[i + 1]!) + 1);
      if (to > from) span(row, from, to);
    }
  }
}

/**
 * Sum of the squares of what a height somewhere in each cell may be off from its mean, metres, over the cells of spans:
 * between two heights, the mean of p (1 − p) is a sixth of the square of their difference. Where there is none beside a
 * height, `base` is what the volume ends at.
 */
export function spreadSquares(
  { width, height, heights }: RasterHeights,
  rings: readonly (readonly number[])[],
  base: number | undefined,
): number {
  let sum = 0;
  eachSpan({ width, height }, rings, (row, from, to) => {
    for (let column = from; column < to; column++) {
      const at = row * width + column;
      const right = column + 1 < width ? stepOf(heights[at]!, heights[at + 1]!, base) : 0;
      const down = row + 1 < height ? stepOf(heights[at]!, heights[at + width]!, base) : 0;
      sum += (right * right + down * down) / 6;
    }
  });
  return sum;
}

function stepOf(one: number, other: number, base: number | undefined): number {
  if (Number.isNaN(one) && Number.isNaN(other)) return 0;
  const step = (Number.isNaN(one) ? (base ?? NaN) : one) - (Number.isNaN(other) ? (base ?? NaN) : other);
  return Number.isNaN(step) ? 0 : step;
}
