/** The CRS of a file of points: as well-known text (LAS 1.4), and as codes of EPSG (before). */
export interface LasCrs {
  wkt: string | null;
  epsg: number | null;
  /** In degrees. */
  isGeographic?: boolean | undefined;
  verticalEpsg?: number | null | undefined;
}

/** Keys of GeoTIFF. */
const [GEOGRAPHIC, PROJECTED, VERTICAL] = [2048, 3072, 4096];

/** The directory of GeoTIFF keys that names the CRS; undefined when it is not known. */
export function geoKeysOf({ epsg, isGeographic, verticalEpsg }: LasCrs): Buffer | undefined {
  if (epsg === null) return undefined;
  const keys: [number, number][] = [[isGeographic ? GEOGRAPHIC : PROJECTED, epsg]];
  // The values are 16 bits.
  if (verticalEpsg && verticalEpsg < 65_536) keys.push([VERTICAL, verticalEpsg]);
  const words = [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
  const bytes = Buffer.alloc(2 * words.length);
  words.forEach((word, i) => bytes.writeUInt16LE(word & 0xffff, 2 * i));
  return bytes;
}
