import { flatBounds, inRing, type Flat } from '../../../formats/pointcloud/plane-shapes.ts';
import { Unusable } from '../../../base/unusable.ts';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import type { Gathered } from './gather.ts';
import { placeAt } from './gather.ts';

const MAX_CELLS = 16_000_000;
/** Each cell's share of the ring is counted by this many places along each side. */
const SHARES = 5;

/** Square cells over a ring, with the heights of the points in each. */
export interface HeightCells {
  cell: number;
  columns: number;
  rows: number;
  west: number;
  south: number;
  /** Share of each cell inside the ring, 0 to 1. */
  share: Float32Array;
}

export function cellsOver(ring: Flat, cell: number): HeightCells {
  const { minX, minY, maxX, maxY } = flatBounds(ring);
  const columns = Math.max(1, Math.ceil((maxX - minX) / cell));
  const rows = Math.max(1, Math.ceil((maxY - minY) / cell));
  if (!(columns * rows <= MAX_CELLS)) throw new Unusable('pointcloud.cell-small', { cells: MAX_CELLS });
  const share = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let inside = 0;
      for (let n = 0; n < SHARES * SHARES; n++) {
        const x = minX + (column + ((n % SHARES) + 0.5) / SHARES) * cell;
        const y = minY + (row + (Math.floor(n / SHARES) + 0.5) / SHARES) * cell;
        if (inRing(ring, x, y)) inside++;
      }
      share[row * columns + column] = inside / SHARES ** 2;
    }
  correctShares(share, ringArea(ring) / cell ** 2);
  return { cell, columns, rows, west: minX, south: minY, share };
}

/** The shares of cut cells are counted in steps: all together they are the ring less its whole cells. */
function correctShares(share: Float32Array, cells: number): void {
  let [whole, cut] = [0, 0];
  for (const each of share) {
    if (each === 1) whole++;
    else cut += each;
  }
  const factor = (cells - whole) / cut;
  if (!(factor > 0.5 && factor < 2)) return;
  for (let at = 0; at < share.length; at++) if (share[at]! < 1) share[at]! *= factor;
}

export interface CellHeights {
  /** NaN where a cell has no points. */
  heights: Float64Array;
  counts: Uint32Array;
  /** Of the heights within a cell, all cells together. */
  variance: number;
  /** Of the heights in each cell; 0 where it has fewer than two points. */
  variances: Float64Array;
}

/** The heights of points above `base` in each cell. */
export function heightsIn(
  { cell, columns, rows, west, south }: HeightCells,
  points: Gathered,
  base: (x: number, y: number) => number,
  surface: 'mean' | 'min' | 'max' = 'mean',
): CellHeights {
  const cells = columns * rows;
  const counts = new Uint32Array(cells);
  const sums = new Float64Array(cells);
  const squares = new Float64Array(cells);
  const chosen = new Float64Array(cells).fill(surface === 'min' ? Infinity : -Infinity);
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = placeAt(points, i);
    const column = Math.min(columns - 1, Math.floor((x - west) / cell));
    const row = Math.min(rows - 1, Math.floor((y - south) / cell));
    if (column < 0 || row < 0 || x > west + columns * cell || y > south + rows * cell) continue;
    const at = row * columns + column;
    const height = z - base(x, y);
    counts[at]!++;
    // Welford's update: the variance of large heights keeps its digits.
    const before = height - sums[at]!;
    sums[at]! += before / counts[at]!;
    squares[at]! += before * (height - sums[at]!);
    chosen[at] = surface === 'min' ? Math.min(chosen[at]!, height) : Math.max(chosen[at]!, height);
  }
  let [all, free] = [0, 0];
  const heights = new Float64Array(cells);
  for (let at = 0; at < cells; at++) {
    if (counts[at]! > 1) {
      all += squares[at]!;
      free += counts[at]! - 1;
      squares[at]! /= counts[at]! - 1;
    }
    heights[at] = counts[at] === 0 ? NaN : surface === 'mean' ? sums[at]! : chosen[at]!;
  }
  return { heights, counts, variance: free > 0 ? all / free : 0, variances: squares };
}

export function ringArea(ring: Flat): number {
  const [x0, y0] = ring[0]!;
  let twice = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    twice += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0);
  }
  return Math.abs(twice) / 2;
}

export type HeightPlane = (x: number, y: number) => number;

export const planeHeight =
  (centre: Vector3, normal: Vector3): HeightPlane =>
  (x, y) =>
    centre[2] - (normal[0] * (x - centre[0]) + normal[1] * (y - centre[1])) / normal[2];
