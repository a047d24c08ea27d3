import type { CellHeights, HeightCells } from './grid.ts';

/** A cell with this many times more points than usual has points of a wall itself, as scanners see them. */
const ON_WALL = 2;
/** Heights break where they differ this many times more than noise, and than the slope beside, would make them. */
const BEYOND = { noise: 6, slope: 3 };

/**
 * One standard deviation of the volume because of breaks: walls and curbs, within cells and between them. Where between
 * two points a wall stands is unknown, evenly over one spacing. Along a wall the spacing is off the same way in each
 * cell of a regular grid, so that the cells' errors add up; of scattered points this is too much rather than too little.
 * Where the wall itself was surveyed, its points outweigh those above and below it: it may stand anywhere in its cell.
 */
export function breakSigma(grid: HeightCells, cells: CellHeights): number {
  const { counts, variances } = cells;
  const noise = medianOf(variances.filter((_, at) => counts[at]! > 2));
  const usual = medianOf(Float64Array.from(counts.filter((count, at) => count > 0 && grid.share[at] === 1)));
  let sum = 0;
  for (let at = 0; at < counts.length; at++) {
    const share = grid.share[at]!;
    if (share === 0 || counts[at] === 0) continue;
    const within = breakWithin(grid, cells, at, noise);
    const between =
      breakAfter(cells, at, 1, grid.columns, noise) +
      breakAfter(cells, at, grid.columns, counts.length, noise);
    const spacing = grid.cell / Math.sqrt(counts[at]!);
    const isOnWall = counts[at]! > ON_WALL * usual;
    sum += share * grid.cell * (within * (isOnWall ? grid.cell : spacing) + between * spacing);
  }
  return sum / Math.sqrt(12);
}

/** The height of a wall within a cell; 0: none. */
function breakWithin({ columns }: HeightCells, cells: CellHeights, at: number, noise: number): number {
  if (cells.counts[at]! < 3) return 0;
  const x = differenceOf(cells, at - 1, at + 1) / 2;
  const y = differenceOf(cells, at - columns, at + columns) / 2;
  // A plane that rises by d over a cell has the variance d² / 12 in it.
  const slope = (x ** 2 + y ** 2) / 12;
  const variance = cells.variances[at]!;
  if (variance <= BEYOND.noise * noise || variance <= BEYOND.slope * slope) return 0;
  // With the share p of its points above the wall, the variance is p (1 - p) height²: π times its root on average.
  return Math.PI * Math.sqrt(variance - noise);
}

/** The height of a wall between a cell and the next one, `step` further in a line of `length`; 0: none. */
function breakAfter(cells: CellHeights, at: number, step: number, length: number, noise: number): number {
  const isLast = step === 1 ? at % length === length - 1 : at + step >= length;
  if (isLast || cells.counts[at + step] === 0) return 0;
  const rise = Math.abs(differenceOf(cells, at, at + step));
  const beside = Math.max(
    Math.abs(differenceOf(cells, at - step, at)),
    Math.abs(differenceOf(cells, at + step, at + 2 * step)),
  );
  const chance = Math.sqrt(noise / cells.counts[at]! + noise / cells.counts[at + step]!);
  return rise > BEYOND.noise * chance + BEYOND.slope * beside ? rise : 0;
}

/** 0 where one of the cells has no height. */
function differenceOf({ heights }: CellHeights, from: number, to: number): number {
  const difference = (heights[to] ?? NaN) - (heights[from] ?? NaN);
  return Number.isNaN(difference) ? 0 : difference;
}

function medianOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values.sort()[values.length >> 1]!;
}
