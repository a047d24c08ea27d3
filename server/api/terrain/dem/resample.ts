import { placeOfScheme, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import { apply, inverseOf } from '../../../formats/geotiff/affine.ts';
import type { Dem } from '../../../formats/geotiff/dem.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';

/** Cells between positions that are transformed exactly; interpolating between them is accurate to millimetres. */
const STEP = 16;
const KNOTS = TILE_CELLS / STEP + 1;
/** Most model heights under one tile; exceeded only where pixels are a thousand times as long as wide. */
const MAX_UNDER = 16e6;

/** Mapping between the model and the tile scheme. */
export interface Under {
  /** Coordinates in the model's CRS; NaN where undefined. */
  toModel(longitude: number, latitude: number): readonly [number, number];
  /** Metres to add to the model's heights to get ellipsoidal heights. */
  lift(longitude: number, latitude: number): number;
}

/** One tile of the finest level; undefined where the model has no height. */
export async function tileOf(
  dem: Dem,
  under: Under,
  level: number,
  x: number,
  y: number,
): Promise<Float32Array | undefined> {
  const knots = knotsOf(dem, under, level, x, y);
  const reach = reachOf(knots, dem);
  if (!reach) return undefined;
  const { left, top, width, height } = reach;
  const heights = await dem.window(left, top, width, height);
  const tile = new Float32Array(TILE_NODES ** 2);
  // The model extends half a pixel beyond the outermost pixel centres.
  const [right, bottom] = [dem.width - 0.5, dem.height - 0.5];
  let some = false;
  for (let row = 0; row < TILE_NODES; row++)
    for (let column = 0; column < TILE_NODES; column++) {
      const [across, down, lift] = between(knots, column, row);
      const inModel = across >= -0.5 && down >= -0.5 && across <= right && down <= bottom;
      const found = inModel ? heightAt({ heights, width, height }, across - left, down - top) : NaN;
      tile[row * TILE_NODES + column] = found + lift;
      some ||= !Number.isNaN(found);
    }
  return some ? tile : undefined;
}

type Knot = readonly [column: number, row: number, lift: number];

function knotsOf(dem: Dem, { toModel, lift }: Under, level: number, x: number, y: number): Knot[] {
  const toPixel = inverseOf(dem.affine);
  const count = 2 ** level;
  const knots: Knot[] = [];
  for (let row = 0; row < KNOTS; row++)
    for (let column = 0; column < KNOTS; column++) {
      const part = (n: number) => (n * STEP) / TILE_CELLS;
      const place = placeOfScheme((x + part(column)) / count, (y + part(row)) / count);
      const [across, down] = apply(toPixel, ...(toModel(...place) as [number, number]));
      knots.push([across, down, lift(...place)]);
    }
  return knots;
}

function between(knots: readonly Knot[], column: number, row: number): Knot {
  const [i, j] = [
    Math.min(KNOTS - 2, Math.floor(column / STEP)),
    Math.min(KNOTS - 2, Math.floor(row / STEP)),
  ];
  const [u, v] = [column / STEP - i, row / STEP - j];
  const at = j * KNOTS + i;
  const [a, b, c, d] = [knots[at]!, knots[at + 1]!, knots[at + KNOTS]!, knots[at + KNOTS + 1]!];
  const mix = (n: 0 | 1 | 2) => (a[n] * (1 - u) + b[n] * u) * (1 - v) + (c[n] * (1 - u) + d[n] * u) * v;
  return [mix(0), mix(1), mix(2)];
}

/** The model's pixels under a tile; undefined where they do not overlap. Throws UnusableDem. */
function reachOf(knots: readonly Knot[], dem: Dem) {
  const placed = knots.filter(([across]) => !Number.isNaN(across));
  if (placed.length === 0) return undefined;
  const [columns, rows] = [placed.map(([column]) => column), placed.map(([, row]) => row)];
  const left = Math.max(0, Math.floor(Math.min(...columns)));
  const top = Math.max(0, Math.floor(Math.min(...rows)));
  const right = Math.min(dem.width - 1, Math.ceil(Math.max(...columns)));
  const bottom = Math.min(dem.height - 1, Math.ceil(Math.max(...rows)));
  if (right < left || bottom < top) return undefined;
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width * height > MAX_UNDER) throw new UnusableDem('long-pixels');
  return { left, top, width, height };
}

interface Window {
  readonly heights: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Bilinear interpolation; where some heights are missing the others count, as long as the nearest is present. */
export function heightAt({ heights, width, height }: Window, across: number, down: number): number {
  const [x, y] = [within(across, width), within(down, height)];
  if (Number.isNaN(heights[Math.round(y) * width + Math.round(x)]!)) return NaN;
  const [column, row] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [i, j] = [Math.max(0, column), Math.max(0, row)];
  const [u, v] = [x - i, y - j];
  let [sum, weights] = [0, 0];
  const count = (at: number, weight: number) => {
    const value = heights[at]!;
    if (weight === 0 || Number.isNaN(value)) return;
    sum += value * weight;
    weights += weight;
  };
  const at = j * width + i;
  count(at, (1 - u) * (1 - v));
  if (u > 0) count(at + 1, u * (1 - v));
  if (v > 0) count(at + width, (1 - u) * v);
  if (u > 0 && v > 0) count(at + width + 1, u * v);
  return sum / weights;
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}
