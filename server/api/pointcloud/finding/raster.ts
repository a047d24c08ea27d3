import { Unusable } from '../../../base/unusable.ts';

/** Cells of a block of a `Grid`, along each side. */
const BLOCK = 64;
const MAX_CELLS = 16_000_000;

/** Square cells of numbers in the plan; NaN: unknown. Cells are counted from the south-western one. */
export interface Raster {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  readonly west: number;
  readonly south: number;
  readonly values: Float32Array;
}

/** Values by cell while it is unknown how far they reach. Memory is taken for the surroundings of points only. */
export class Grid {
  readonly #cell: number;
  readonly #blocks = new Map<string, { east: number; north: number; values: Float32Array }>();
  readonly #limit = MAX_CELLS / BLOCK ** 2;

  constructor(cell: number) {
    this.#cell = cell;
  }

  /** Replaces the value of the cell around a place; NaN before the first. */
  change(x: number, y: number, next: (value: number) => number): void {
    const [column, row] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    const [east, north] = [Math.floor(column / BLOCK), Math.floor(row / BLOCK)];
    const key = `${east} ${north}`;
    let block = this.#blocks.get(key);
    if (!block) {
      if (this.#blocks.size >= this.#limit) throw tooMany();
      block = { east, north, values: new Float32Array(BLOCK ** 2).fill(NaN) };
      this.#blocks.set(key, block);
    }
    const at = (row - north * BLOCK) * BLOCK + column - east * BLOCK;
    block.values[at] = next(block.values[at]!);
  }

  /** All cells; undefined without any. Throws Unusable when there are too many. */
  whole(): Raster | undefined {
    const blocks = [...this.#blocks.values()];
    if (blocks.length === 0) return undefined;
    const [west, south] = [lowest(blocks.map(({ east }) => east)), lowest(blocks.map(({ north }) => north))];
    const columns = BLOCK * (1 - west - lowest(blocks.map(({ east }) => -east)));
    const rows = BLOCK * (1 - south - lowest(blocks.map(({ north }) => -north)));
    if (columns * rows > MAX_CELLS) throw tooMany();
    const values = new Float32Array(columns * rows).fill(NaN);
    for (const { east, north, values: own } of blocks)
      for (let row = 0; row < BLOCK; row++)
        values.set(
          own.subarray(row * BLOCK, (row + 1) * BLOCK),
          ((north - south) * BLOCK + row) * columns + (east - west) * BLOCK,
        );
    const cell = this.#cell;
    return { columns, rows, cell, west: west * BLOCK * cell, south: south * BLOCK * cell, values };
  }
}

const lowest = (values: readonly number[]) => values.reduce((low, each) => Math.min(low, each), Infinity);
const tooMany = () => new Unusable('pointcloud.cell-small', { cells: MAX_CELLS });

/** Rounds in which what was filled is made even, at each resolution. */
const ROUNDS = 8;

/** Fills unknown cells as a stretched skin through the known ones would: planes stay planes. At least one is known. */
export function filled({ columns, rows, values }: Pick<Raster, 'columns' | 'rows' | 'values'>): Float32Array {
  const unknown = values.reduce<number>((count, each) => count + (Number.isNaN(each) ? 1 : 0), 0);
  if (unknown === 0) return values;
  const [halfColumns, halfRows] = [Math.ceil(columns / 2), Math.ceil(rows / 2)];
  const coarse = new Float32Array(halfColumns * halfRows).fill(NaN);
  for (let row = 0; row < halfRows; row++)
    for (let column = 0; column < halfColumns; column++)
      coarse[row * halfColumns + column] = meanOfFour(values, columns, rows, 2 * column, 2 * row);
  const below = filled({ columns: halfColumns, rows: halfRows, values: coarse });
  const result = values.slice();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (Number.isNaN(values[row * columns + column]!))
        result[row * columns + column] = between(
          below,
          halfColumns,
          halfRows,
          column / 2 - 0.25,
          row / 2 - 0.25,
        );
  for (let round = 0; round < ROUNDS; round++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        if (!Number.isNaN(values[at]!)) continue;
        const west = result[column > 0 ? at - 1 : at]!;
        const east = result[column < columns - 1 ? at + 1 : at]!;
        const south = result[row > 0 ? at - columns : at]!;
        const north = result[row < rows - 1 ? at + columns : at]!;
        result[at] = (west + east + south + north) / 4;
      }
  return result;
}

function meanOfFour(values: Float32Array, columns: number, rows: number, column: number, row: number) {
  let [sum, count] = [0, 0];
  for (let y = row; y < Math.min(row + 2, rows); y++)
    for (let x = column; x < Math.min(column + 2, columns); x++) {
      const value = values[y * columns + x]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
  return sum / count;
}

/** Bilinear; `column` and `row` count from the centre of the first cell. */
function between(values: Float32Array, columns: number, rows: number, column: number, row: number): number {
  const x = Math.max(0, Math.min(columns - 1, column));
  const y = Math.max(0, Math.min(rows - 1, row));
  const [west, south] = [Math.floor(x), Math.floor(y)];
  const [east, north] = [Math.min(columns - 1, west + 1), Math.min(rows - 1, south + 1)];
  const [a, b] = [x - west, y - south];
  return (
    (values[south * columns + west]! * (1 - a) + values[south * columns + east]! * a) * (1 - b) +
    (values[north * columns + west]! * (1 - a) + values[north * columns + east]! * a) * b
  );
}

/** The value at a place between the centres of the cells. */
export function valueAt({ columns, rows, cell, west, south, values }: Raster, x: number, y: number): number {
  return between(values, columns, rows, (x - west) / cell - 0.5, (y - south) / cell - 0.5);
}
