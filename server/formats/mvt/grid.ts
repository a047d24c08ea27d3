/** Units across a tile, and the buffer beyond it, so that strokes and labels match at the edges. */
export const EXTENT = 4096;
export const BUFFER = 128;
/** Half a pixel of a tile drawn 512 pixels wide: finer details are invisible. */
export const FINE = EXTENT / 512 / 2;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

export function exists({ z, x, y }: TileAddress): boolean {
  return x < 2 ** z && y < 2 ** z;
}

/** Latitude limit of Web Mercator, degrees. */
const LAST_LATITUDE = 85.051128779806604;
const DEGREE = Math.PI / 180;

/** Writes x and y of a position into a run, at `at` and after it. */
export type ProjectPosition = (lon: number, lat: number, into: Float64Array, at: number) => void;

/** Web Mercator position in tile units, not rounded. x to the east, y to the south (Mapbox Vector Tile 2.1, 4.3). */
export function toTile(tile: TileAddress): ProjectPosition {
  const units = EXTENT * 2 ** tile.z;
  const [left, top] = [tile.x * EXTENT, tile.y * EXTENT];
  return (lon, lat, into, at) => {
    const sine = Math.sin(Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, lat)) * DEGREE);
    into[at] = units * (lon / 360 + 0.5) - left;
    into[at + 1] = units * (0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) - top;
  };
}

/** The tile with its buffer in degrees: west, south, east, north. */
export function envelope(tile: TileAddress): [number, number, number, number] {
  const longitude = (x: number) =>
    Math.max(-180, Math.min(180, ((tile.x + x / EXTENT) / 2 ** tile.z - 0.5) * 360));
  const latitude = (y: number) => {
    const down = (tile.y + y / EXTENT) / 2 ** tile.z;
    // What lies beyond the projection's limit belongs to the outermost tiles.
    if (down <= 0) return 90;
    if (down >= 1) return -90;
    return Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) / DEGREE;
  };
  return [longitude(-BUFFER), latitude(EXTENT + BUFFER), longitude(EXTENT + BUFFER), latitude(-BUFFER)];
}

/** Degrees of longitude per tile unit. */
export function unitDegrees({ z }: TileAddress): number {
  return 360 / (EXTENT * 2 ** z);
}
