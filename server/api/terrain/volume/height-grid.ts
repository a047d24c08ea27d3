import { schemeOf, placeOfScheme, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import { apply, inverseOf } from '../../../formats/geotiff/affine.ts';
import type { Dem } from '../../../formats/geotiff/dem.ts';
import type { HeightsAbove } from '#core/protocol';
import { placeOf, underOf } from '../dem/georeference.ts';

/** Heights on a regular grid of cells. The centre of the first cell is at 0, 0; columns go right, rows down. */
export interface HeightGrid {
  readonly width: number;
  readonly height: number;
  /** Throws UnusableDem outside the CRS. */
  toPlace(column: number, row: number): readonly [longitude: number, latitude: number];
  /** NaN outside the CRS. */
  toCell(longitude: number, latitude: number): readonly [column: number, row: number];
  /** Metres to add to heights to get ellipsoidal heights. */
  lift(longitude: number, latitude: number): number;
  /** Metres, row by row; NaN where there is none. */
  window(left: number, top: number, width: number, height: number): Promise<Float32Array>;
}

/** The cells of a model as they are in its file. */
export function gridOfModel(dem: Dem, crs: string, heights: HeightsAbove): HeightGrid {
  const { toModel, lift } = underOf(dem, crs, heights);
  const toPixel = inverseOf(dem.affine);
  return {
    width: dem.width,
    height: dem.height,
    toPlace(column, row) {
      const [longitude, latitude] = placeOf(dem, crs, column, row);
      return [longitude, latitude];
    },
    toCell: (longitude, latitude) => apply(toPixel, ...(toModel(longitude, latitude) as [number, number])),
    lift,
    window: (left, top, width, height) => dem.window(left, top, width, height),
  };
}

/** Tiles of one level, by column and row. */
export type LoadedTiles = ReadonlyMap<string, Float32Array>;

export const tileName = (x: number, y: number): string => `${x}/${y}`;

/** The heights of tiles, each as a cell around it. */
export function gridOfTiles(tiles: LoadedTiles, level: number): HeightGrid {
  const count = TILE_CELLS * 2 ** level;
  const at = (column: number, row: number): number => {
    const [x, y] = [Math.floor(column / TILE_CELLS), Math.floor(row / TILE_CELLS)];
    // The last column and row of a tile are the first of the next, which may be missing.
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const [across, along] = [column - (x - right) * TILE_CELLS, row - (y - down) * TILE_CELLS];
      if (across > TILE_CELLS || along > TILE_CELLS) continue;
      const height = tiles.get(tileName(x - right, y - down))?.[along * TILE_NODES + across];
      if (height !== undefined && !Number.isNaN(height)) return height;
    }
    return NaN;
  };
  return {
    width: count + 1,
    height: count + 1,
    toPlace: (column, row) => placeOfScheme(column / count, row / count),
    toCell: (longitude, latitude) =>
      schemeOf(longitude, latitude).map((part) => part * count) as [number, number],
    lift: () => 0,
    window(left, top, width, height) {
      const heights = new Float32Array(width * height);
      for (let n = 0; n < heights.length; n++)
        heights[n] = at(left + (n % width), top + Math.floor(n / width));
      return Promise.resolve(heights);
    },
  };
}

/** Heights above the ellipsoid on a grid of longitude and latitude; the first is that of the north-west cell. */
export interface RasterHeights {
  width: number;
  height: number;
  /** Degrees: the centre of the first cell, and from cell to cell. */
  west: number;
  north: number;
  right: number;
  down: number;
  /** Metres: the side of a cell. */
  cell: number;
  /** Row by row; NaN where there is none. */
  heights: Float32Array;
}

export function gridOfRaster(raster: RasterHeights): HeightGrid {
  const { width, height, west, north, right, down, heights } = raster;
  return {
    width,
    height,
    toPlace: (column, row) => [west + column * right, north - row * down],
    toCell: (longitude, latitude) => {
      // Contiguous across 180°.
      const east = longitude - west - 360 * Math.round((longitude - west - (width * right) / 2) / 360);
      return [east / right, (north - latitude) / down];
    },
    lift: () => 0,
    window(left, top, across, along) {
      const part = new Float32Array(across * along).fill(NaN);
      for (let y = Math.max(0, -top); y < along && top + y < height; y++) {
        const from = Math.max(0, left);
        const to = Math.min(width, left + across);
        if (to > from)
          part.set(
            heights.subarray((top + y) * width + from, (top + y) * width + to),
            y * across + from - left,
          );
      }
      return Promise.resolve(part);
    },
  };
}
