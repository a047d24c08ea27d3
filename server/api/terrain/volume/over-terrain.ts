import { boundsOf, rangeOf, visitCells, type CellRange, type FlatRing } from './flat-rings.ts';
import { eachShare } from './shares.ts';
import { surfaceRatioOf, type BlockGeometry } from './over-plane.ts';
import type { HeightWindow } from './height-window.ts';
import type { BilinearField } from './local-frame.ts';
import { noVolume, type VolumeSums } from './volume-sum.ts';

/** Cells of both grids that lie on each other to this part of a cell count as the same. */
const CELL_TOLERANCE = 1e-6;

/** The other terrain under a block. */
export interface OtherTerrain {
  readonly window: HeightWindow;
  /** Its whole size in cells. */
  readonly width: number;
  readonly height: number;
  /** Its cell coordinates at those of the block. */
  readonly column: BilinearField;
  readonly row: BilinearField;
}

/**
 * The volume between the cells of a block and those of another terrain, each as high as its height all over, from the
 * area that every two of them share within the rings. `base`: metres to add to the other heights.
 */
export function overTerrain(
  rings: readonly FlatRing[],
  block: CellRange,
  window: HeightWindow,
  { area, base, sides }: BlockGeometry,
  other: OtherTerrain,
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
    const level = height - base.at(column, row);
    const mapping = mappingOf(other, column, row);
    let known = 0;
    const count = (beneath: number, portion: number) => {
      if (Number.isNaN(beneath)) return;
      known += portion;
      const over = level - beneath;
      sums[over >= 0 ? 'above' : 'below'] += metres * portion * Math.abs(over);
    };
    const mapped = (part ?? [SQUARE]).map((ring) => mapping.map(ring, part ? column : 0, part ? row : 0));
    const bounds = boundsOf(mapped);
    const [west, north, east, south] = bounds;
    const only = rangeOf(
      [west + CELL_TOLERANCE, north + CELL_TOLERANCE, east - CELL_TOLERANCE, south - CELL_TOLERANCE],
      other.width,
      other.height,
    );
    if (only && only.right - only.left === 1 && only.bottom - only.top === 1 && isInside(bounds, other))
      count(other.window.at(only.left, only.top), share);
    else {
      const range = rangeOf(bounds, other.width, other.height);
      if (range)
        for (const ring of mapped)
          eachShare(ring, range, (x, y, shared) => count(other.window.at(x, y), shared / mapping.scale));
    }
    const whole = share - known < CELL_TOLERANCE * share;
    sums.known += metres * (whole ? share : known);
    if (!whole) sums.unknown += metres * (share - known);
    if (known === 0) return;
    sums.cells++;
    const [across, along] = window.slopeAt(column, row);
    sums.surface += metres * known * surfaceRatio(across, along);
    if (!part) return;
    const [beneathAcross, beneathAlong] = mapping.slope(other.window.slopeAt(...mapping.nearest));
    sums.cutSquares += (metres * ((across - beneathAcross) * x + (along - beneathAlong) * y)) ** 2;
  };
  visitCells(rings, block, {
    whole({ left, top, right, bottom }) {
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) cell(column, row, undefined, 1, 0, 0);
    },
    cut: (column, row, part, [share, x, y]) => cell(column, row, part, share, x, y),
  });
  return sums;
}

/** A cell around 0, 0. */
const SQUARE: FlatRing = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5];

function isInside([west, north, east, south]: readonly number[], { width, height }: OtherTerrain): boolean {
  const lastEdge = (count: number) => count - 0.5 + CELL_TOLERANCE;
  return (
    west! >= -0.5 - CELL_TOLERANCE &&
    north! >= -0.5 - CELL_TOLERANCE &&
    east! <= lastEdge(width) &&
    south! <= lastEdge(height)
  );
}

/** How a cell lies in the other grid: affine within the cell. */
function mappingOf({ column: across, row: along }: OtherTerrain, column: number, row: number) {
  const [x, y] = [across.at(column, row), along.at(column, row)];
  const [right, down] = [
    across.at(column + 0.5, row) - across.at(column - 0.5, row),
    along.at(column + 0.5, row) - along.at(column - 0.5, row),
  ];
  const [rightOfRow, downOfRow] = [
    across.at(column, row + 0.5) - across.at(column, row - 0.5),
    along.at(column, row + 0.5) - along.at(column, row - 0.5),
  ];
  const scale = right * downOfRow - down * rightOfRow;
  return {
    /** Cells of the other grid per cell. */
    scale: Math.abs(scale),
    nearest: [Math.round(x), Math.round(y)] as [number, number],
    /** A ring with coordinates from a centre, in the other grid; outer rings stay positive. */
    map(ring: FlatRing, fromColumn: number, fromRow: number): FlatRing {
      const mapped: number[] = [];
      for (let i = 0; i < ring.length; i += 2) {
        const [u, v] = [ring[i]! - fromColumn, ring[i + 1]! - fromRow];
        const at = [x + right * u + rightOfRow * v, y + down * u + downOfRow * v] as const;
        if (scale > 0) mapped.push(...at);
        else mapped.unshift(...at);
      }
      return mapped;
    },
    /** Metres per column and row of the other grid, per column and row of this one. */
    slope: ([perColumn, perRow]: readonly [number, number]): [number, number] => [
      perColumn * right + perRow * down,
      perColumn * rightOfRow + perRow * downOfRow,
    ],
  };
}
