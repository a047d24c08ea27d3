import { project, unitOfCrs, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Place } from './triangles.ts';

/** East and north of a position in the plane of a loaded CRS, metres. */
export function toPlane(crs: string, [longitude, latitude]: Position): Place {
  const { metres } = unitOfCrs(crs);
  const [east, north] = project(crs, [longitude, latitude]);
  return [east * metres, north * metres];
}

/** Longitude and latitude of a place in the plane of a loaded CRS. */
export function fromPlane(crs: string, [east, north]: Place): [number, number] {
  const { metres } = unitOfCrs(crs);
  return unproject(crs, [east / metres, north / metres]);
}
