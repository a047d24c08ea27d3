/**
 * Height tiles in the tiling scheme of web maps (EPSG:3857, one tile at level 0). A tile has a height at each corner
 * and at every 128th of its sides, so that adjacent tiles share the heights along their border; NaN if there is none.
 */
export const TILE_CELLS = 128;
export const TILE_NODES = TILE_CELLS + 1;
/** Latitude limit of the scheme, degrees. */
const MAX_LATITUDE = 85.0511287798066;

export interface TileRange {
  readonly west: number;
  readonly north: number;
  readonly columns: number;
  readonly rows: number;
}

/** Returns the coordinates of a place in the scheme: 0 to 1 eastwards from 180° W, and southwards from 85.05° N. */
export function schemeOf(longitude: number, latitude: number): [number, number] {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The inverse of `schemeOf`. */
export function placeOfScheme(x: number, y: number): [number, number] {
  return [360 * x - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
}

/** Returns the tiles of a level that intersect an extent (west, south, east, north). */
export function tilesOf(extent: readonly [number, number, number, number], level: number): TileRange {
  const count = 2 ** level;
  const within = (part: number) => Math.max(0, Math.min(count - 1, part));
  const [left, top] = schemeOf(extent[0], extent[3]);
  const [right, bottom] = schemeOf(extent[2], extent[1]);
  const [west, north] = [within(Math.floor(left * count)), within(Math.floor(top * count))];
  // An extent that ends exactly on a border does not intersect the tile beyond it.
  const east = within(Math.max(west, Math.ceil(right * count) - 1));
  const south = within(Math.max(north, Math.ceil(bottom * count) - 1));
  return { west, north, columns: east - west + 1, rows: south - north + 1 };
}

/** Returns the coarsest level whose heights are at most `metres` apart at a latitude. */
export function levelFor(metres: number, latitude: number): number {
  const around = 2 * Math.PI * 6_378_137 * Math.cos((latitude * Math.PI) / 180);
  return Math.max(0, Math.ceil(Math.log2(around / (TILE_CELLS * metres)) - 1e-9));
}

/**
 * Interpolates between four heights of a tile; `right` and `down` from 0 to 1. Returns NaN if one that counts is
 * missing.
 */
export function heightWithin(tile: Float32Array, right: number, down: number): number {
  const [x, y] = [right * TILE_CELLS, down * TILE_CELLS];
  const column = Math.min(TILE_CELLS - 1, Math.floor(x));
  const row = Math.min(TILE_CELLS - 1, Math.floor(y));
  const [east, south] = [x - column, y - row];
  const at = row * TILE_NODES + column;
  const counted = (index: number, weight: number) => (weight === 0 ? 0 : tile[index]! * weight);
  return (
    counted(at, (1 - east) * (1 - south)) +
    counted(at + 1, east * (1 - south)) +
    counted(at + TILE_NODES, (1 - east) * south) +
    counted(at + TILE_NODES + 1, east * south)
  );
}
