import type { Georeference, Position } from '#core/protocol';
import { AppError } from '#core/kernel';
import { canProject, project, unproject, unprojectAt } from './crs.ts';
import type { GridArea } from './grid-fault.ts';
import { placingOf, type Triple } from './local-transform.ts';
import { inSpace, type Vector } from './space.ts';
import { heightsOf, type HeightSystem } from './vertical.ts';

/** A file on the earth. */
export interface Located {
  readonly heights: HeightSystem;
  /** Easting, northing and height of its CRS. */
  toMap(local: Triple): [number, number, number];
  fromMap(map: Triple): [number, number, number];
  /** Longitude, latitude and ellipsoidal height. */
  toPosition(local: Triple): [number, number, number];
  fromPosition(position: Position): [number, number, number];
  /** Geocentric, metres. */
  toSpace(local: Triple): Vector;
}

/**
 * How coordinates in a file become places on the earth. The CRS has to be loaded (`loadCrs`); the geoid is loaded here,
 * for the places around `near`.
 * @throws AppError('not-placed') without a CRS; as `project`.
 */
export async function locate(
  { crs, verticalCrs, transform }: Pick<Georeference, 'crs' | 'verticalCrs' | 'transform'>,
  near: Triple,
): Promise<Located> {
  if (crs === null || !canProject(crs))
    throw new AppError('not-placed', 'Nobody has said in which reference system these coordinates are.');
  const placing = placingOf(transform);
  const [east, north] = placing.toMap(near);
  const middle = unproject(crs, [east, north]);
  const heights = await heightsOf(verticalCrs, areaAround(middle));
  const toPosition = (local: Triple): [number, number, number] => {
    const [x, y, z] = placing.toMap(local);
    return unprojectAt(crs, [x, y], (longitude, latitude) => heights.toEllipsoid(longitude, latitude, z));
  };
  return {
    heights,
    toMap: placing.toMap,
    fromMap: placing.toLocal,
    toPosition,
    fromPosition: (position) => {
      const [x, y] = project(crs, position);
      return placing.toLocal([x, y, heights.fromEllipsoid(position[0], position[1], position[2] ?? 0)]);
    },
    toSpace: (local) => inSpace(toPosition(local)),
  };
}

const areaAround = ([longitude, latitude]: readonly [number, number]): GridArea => [
  longitude,
  latitude,
  longitude,
  latitude,
];
