import { radiiAt } from '#core/geodesy';
import type { CellRange } from './flat-rings.ts';
import type { HeightGrid } from './height-grid.ts';

/** Metres across which the size of cells is determined: transformations are accurate to a fraction of a micrometre. */
const SPAN = 50;

/** Metres east and north per column, and per row, on the ellipsoid. */
export type CellSides = readonly [columnEast: number, columnNorth: number, rowEast: number, rowNorth: number];

/** The sides of the cells at a position of a grid. `resolution`: their rough size in metres. */
export function sidesAt(grid: HeightGrid, column: number, row: number, resolution: number): CellSides {
  const reach = Math.max(0.5, SPAN / resolution);
  const [, latitude] = grid.toPlace(column, row);
  const { along, across } = radiiAt(latitude);
  const radian = Math.PI / 180;
  const metresEast = across * Math.cos(latitude * radian) * radian;
  const between = (right: number, down: number): [number, number] => {
    const before = grid.toPlace(column - right * reach, row - down * reach);
    const after = grid.toPlace(column + right * reach, row + down * reach);
    // Across 180°.
    const turned = after[0] - before[0] - 360 * Math.round((after[0] - before[0]) / 360);
    return [(turned * metresEast) / (2 * reach), ((after[1] - before[1]) * along * radian) / (2 * reach)];
  };
  return [...between(1, 0), ...between(0, 1)];
}

/** Square metres of a cell. */
export function cellArea([a, b, c, d]: CellSides): number {
  return Math.abs(a * d - b * c);
}

/** What varies slowly over cells: bilinear between the four corners of a range. */
export class BilinearField {
  readonly #corners: readonly [number, number, number, number];
  readonly #range: CellRange;

  constructor(range: CellRange, at: (column: number, row: number) => number) {
    const { left, top, right, bottom } = range;
    this.#range = range;
    this.#corners = [at(left, top), at(right, top), at(left, bottom), at(right, bottom)];
  }

  at(column: number, row: number): number {
    const corners = this.#corners;
    const { left, top, right, bottom } = this.#range;
    const u = (column - left) / (right - left);
    const v = (row - top) / (bottom - top);
    return (corners[0] * (1 - u) + corners[1] * u) * (1 - v) + (corners[2] * (1 - u) + corners[3] * u) * v;
  }

  /** The value at a position, and its change per column. */
  alongRow(column: number, row: number): [number, number] {
    const here = this.at(column, row);
    return [here, this.at(column + 1, row) - here];
  }
}
