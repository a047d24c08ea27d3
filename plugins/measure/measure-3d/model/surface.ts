import type { Position } from '#core/protocol';
import type { SampleGrid } from './sampling.ts';

type GroundHeights = readonly (number | undefined)[];

/** Values of the surface within the ring of a grid, each a mean over the cells whose centre is in it. */
interface Means {
  /** The ratio of the surface area to its area in plan. */
  readonly ratio: number;
  /** Metres above the base, and below it. */
  readonly above: number;
  readonly below: number;
  /** The share of the cells with a known height. */
  readonly known: number;
}

/** NaN where no cell within the ring has a height. */
export function meansOver(
  grid: SampleGrid,
  heights: GroundHeights,
  base: (place: Position) => number,
): Means {
  const { columns, places, within } = grid;
  let [cells, counted, sloped] = [0, 0, 0];
  let [ratio, above, below] = [0, 0, 0];
  for (const [i, place] of places.entries()) {
    if (!within[i]) continue;
    cells++;
    const height = heights[i];
    if (height === undefined) continue;
    counted++;
    const over = height - base(place);
    above += Math.max(0, over);
    below += Math.max(0, -over);
    const east = gradient(heights, i, 1, grid.across);
    const north = gradient(heights, i, columns, grid.along);
    if (east === undefined || north === undefined) continue;
    sloped++;
    ratio += Math.sqrt(1 + east * east + north * north);
  }
  const mean = (sum: number, count: number): number => (count > 0 ? sum / count : NaN);
  return {
    ratio: mean(ratio, sloped),
    above: mean(above, counted),
    below: mean(below, counted),
    known: mean(counted, cells),
  };
}

/** Rise per metre, from the neighbours on both sides, or from one. */
function gradient(heights: GroundHeights, at: number, step: number, metres: number): number | undefined {
  const [before, here, after] = [heights[at - step], heights[at], heights[at + step]];
  if (before !== undefined && after !== undefined) return (after - before) / (2 * metres);
  if (here === undefined) return undefined;
  if (after !== undefined) return (after - here) / metres;
  return before === undefined ? undefined : (here - before) / metres;
}

/** Heights are stored to 1/1024 m: the standard deviation of rounding, metres. */
const ROUNDING = 1 / 1024 / Math.sqrt(12);

export interface SurfaceSlope {
  /** Degrees from horizontal, and the downhill direction from north; NaN where level. */
  readonly slope: number;
  readonly aspect: number;
  /** Standard deviations, degrees. */
  readonly slopeWithin: number;
  readonly aspectWithin: number;
}

/**
 * Slope and aspect of a surface from 3 × 3 heights, after Horn (1981). Their standard deviations are those of a plane
 * fitted to the nine heights: residuals with 9 − 3 degrees of freedom, and the rounding of heights.
 */
export function slopeOf(nine: GroundHeights, metres: number): SurfaceSlope | undefined {
  if (nine.length !== 9 || nine.some((height) => height === undefined)) return undefined;
  // Row by row from the south, as in a grid: 0 1 2 is the southern row.
  const heights = nine as number[];
  const [sw, s, se, w, , e, nw, n, ne] = heights as [number, number, number, number, number, number, number, number, number]; // prettier-ignore
  const east = (se + 2 * e + ne - sw - 2 * w - nw) / (8 * metres);
  const north = (nw + 2 * n + ne - sw - 2 * s - se) / (8 * metres);
  const steep = Math.hypot(east, north);
  const mean = heights.reduce((sum, height) => sum + height, 0) / 9;
  const [fitEast, fitNorth] = [(se + e + ne - sw - w - nw) / 6, (nw + n + ne - sw - s - se) / 6];
  const squares = heights.map(
    (height, i) => (height - mean - fitEast * ((i % 3) - 1) - fitNorth * (Math.floor(i / 3) - 1)) ** 2,
  );
  const spread = Math.hypot(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / 6), ROUNDING);
  const gradient = spread / (metres * Math.sqrt(6));
  const isLevel = steep <= gradient;
  return {
    slope: DEGREES * Math.atan(steep),
    aspect: isLevel ? NaN : (DEGREES * Math.atan2(-east, -north) + 360) % 360,
    slopeWithin: (DEGREES * gradient) / (1 + steep * steep),
    aspectWithin: isLevel ? NaN : (DEGREES * gradient) / steep,
  };
}

const DEGREES = 180 / Math.PI;
