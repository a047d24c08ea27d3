import { clipHalf, momentsOf, visitCells, type CellRange, type FlatRing } from './flat-rings.ts';
import type { CellSides, BilinearField } from './local-frame.ts';
import type { HeightWindow } from './height-window.ts';
import { noVolume, type VolumeSums } from './volume-sum.ts';

/** What varies slowly over a block of cells. */
export interface BlockGeometry {
  /** Square metres of a cell. */
  readonly area: BilinearField;
  /** The base in the heights of the model. */
  readonly base: BilinearField;
  readonly sides: CellSides;
}

/**
 * The volume between the cells of a block, each as high as its height all over, and a base: cut cells with the part
 * within the rings, cells that the base passes through divided along it.
 */
export function overPlane(
  rings: readonly FlatRing[],
  block: CellRange,
  window: HeightWindow,
  { area, base, sides }: BlockGeometry,
): VolumeSums {
  const sums = noVolume();
  const surfaceRatio = surfaceRatioOf(sides);
  const cell = (
    column: number,
    row: number,
    part: readonly FlatRing[] | undefined,
    share: number,
    x: number,
    y: number,
  ) => {
    const metres = area.at(column, row);
    const height = window.at(column, row);
    if (Number.isNaN(height)) {
      sums.unknown += metres * share;
      return;
    }
    sums.cells++;
    sums.known += metres * share;
    const [across, along] = window.slopeAt(column, row);
    sums.surface += metres * share * surfaceRatio(across, along);
    const low = base.at(column, row);
    const [right, down] = [
      base.at(column + 0.5, row) - base.at(column - 0.5, row),
      base.at(column, row + 0.5) - base.at(column, row - 0.5),
    ];
    const over = height - low;
    if (part) sums.cutSquares += (metres * (across * x + along * y)) ** 2;
    const net = over * share - right * x - down * y;
    const turns = Math.abs(over) < (Math.abs(right) + Math.abs(down)) / 2;
    if (!turns) {
      sums[over >= 0 ? 'above' : 'below'] += metres * Math.abs(net);
      return;
    }
    const upper = clipHalf(
      part ?? [squareAt(column, row)],
      -right,
      -down,
      over + right * column + down * row,
    );
    const [upperArea, upperX, upperY] = momentsOf(upper, column, row);
    const above = over * upperArea - right * upperX - down * upperY;
    sums.above += metres * above;
    sums.below += metres * (above - net);
  };
  visitCells(rings, block, {
    whole({ left, top, right, bottom }) {
      for (let row = top; row < bottom; row++) {
        const [metres, metresOn] = area.alongRow(left, row);
        const [low, lowOn] = base.alongRow(left, row);
        const half = (Math.abs(lowOn) + Math.abs(base.at(left, row + 0.5) - base.at(left, row - 0.5))) / 2;
        for (let column = left, n = 0; column < right; column++, n++) {
          const over = window.at(column, row) - (low + lowOn * n);
          // Without a height, or where the base passes through the cell.
          if (!(Math.abs(over) >= half)) {
            cell(column, row, undefined, 1, 0, 0);
            continue;
          }
          const square = metres + metresOn * n;
          if (over >= 0) sums.above += square * over;
          else sums.below -= square * over;
          sums.known += square;
          sums.surface += square * surfaceRatio(window.acrossAt(column, row), window.alongAt(column, row));
          sums.cells++;
        }
      }
    },
    cut: (column, row, part, [share, x, y]) => cell(column, row, part, share, x, y),
  });
  return sums;
}

function squareAt(column: number, row: number): FlatRing {
  const [left, top, right, bottom] = [column - 0.5, row - 0.5, column + 0.5, row + 0.5];
  return [left, top, right, top, right, bottom, left, bottom];
}

/** The ratio of the area of a sloping surface to its area in plan, from metres per column and per row. */
export function surfaceRatioOf([a, b, c, d]: CellSides): (across: number, along: number) => number {
  const det = a * d - b * c;
  return (across, along) => {
    const east = (across * d - along * b) / det;
    const north = (along * a - across * c) / det;
    return Math.sqrt(1 + east * east + north * north);
  };
}
