import { dependsOnHeight, geoidHeight, loadGeoid, unitOfCrs, unproject, unprojectAt } from '#core/geodesy';
import type { FieldBook } from '#core/protocol';

/** Longitude and latitude of a place in the plane, metres. Throws outside of the CRS. */
export type DegreesOf = (east: number, north: number, height?: number | null) => [number, number];

/** Where points of a field book are, in a loaded CRS: with their heights where these have a part in it. */
export async function degreesIn(crs: string, heights: FieldBook['heights']): Promise<DegreesOf> {
  const { metres } = unitOfCrs(crs);
  const aboveSea = heights === 'sea-level' && dependsOnHeight(crs);
  if (aboveSea) await loadGeoid();
  return (east, north, height) => {
    const place = [east / metres, north / metres] as const;
    if (height === null || height === undefined) return unproject(crs, place);
    const above = (l: number, b: number) => (aboveSea ? height + geoidHeight(l, b) : height);
    const [longitude, latitude] = unprojectAt(crs, place, above);
    return [longitude, latitude];
  };
}
