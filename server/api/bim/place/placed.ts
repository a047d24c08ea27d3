import {
  contains,
  crsOf,
  gridAt,
  inSpace,
  locate,
  project,
  radiiAt,
  seenFrom,
  unitOfCrs,
  unproject,
  verticalCrsOf,
  type Located,
} from '#core/geodesy';
import type { BimTransform, Georeference } from '#core/protocol';

type Triple = readonly [number, number, number];
export type { Triple };

/** How the heights of a placement are meant. */
export type Heights = 'ellipsoid' | 'geoid' | 'unknown';

/** A placement that can be computed. */
export interface Placing {
  place: Pick<Georeference, 'crs' | 'verticalCrs' | 'transform'> & { crs: string };
  heights: Heights;
}

/** EGM96 height: what heights above sea level are whose datum is unknown; where a better geoid was uploaded, that is used. */
export const MEAN_SEA_LEVEL = 'EPSG:5773';

/** Metres per unit of eastings and northings. */
const metresOf = (crs: string): number => unitOfCrs(crs).metres;

/** From eastings, northings, rotation and scale, all in metres. */
export function placingFrom(transform: BimTransform, heights: Heights): Placing {
  const { crs, eastings, northings, height, rotation, scale, verticalCrs } = transform;
  const m = metresOf(crs);
  // Without any datum numbers stay what they are, as those of a cloud from the same surveyor do.
  const vertical = heights === 'geoid' ? (verticalCrs ?? MEAN_SEA_LEVEL) : null;
  const h = (vertical !== null && verticalCrsOf(vertical)?.metres) || 1;
  return {
    place: {
      crs,
      verticalCrs: vertical,
      transform: {
        from: [0, 0, 0],
        to: [eastings / m, northings / m, height / h],
        turn: [rotation, 0, 0],
        scale: [scale / m, scale / m, 1 / h],
      },
    },
    heights,
  };
}

/** The same as eastings, northings, rotation and scale; null where it is tilted or scaled unevenly. */
export function transformOf({
  place: { crs, verticalCrs, transform },
  heights,
}: Placing): BimTransform | null {
  const { from, to, turn, scale } = transform;
  const m = metresOf(crs);
  const h = (verticalCrs !== null && verticalCrsOf(verticalCrs)?.metres) || 1;
  const [x, y, z] = scale;
  if (turn[1] !== 0 || turn[2] !== 0 || Math.abs(x - y) > 1e-9 * x || Math.abs(z * h - 1) > 1e-9) return null;
  const angle = (turn[0] * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    crs,
    eastings: (to[0] - x * (from[0] * cos - from[1] * sin)) * m,
    northings: (to[1] - x * (from[0] * sin + from[1] * cos)) * m,
    height: (to[2] - z * from[2]) * h,
    rotation: turn[0],
    scale: x * m,
    verticalCrs: heights === 'geoid' && verticalCrs !== MEAN_SEA_LEVEL ? verticalCrs : null,
  };
}

/** Ready to compute places near `middle`. */
export const onEarth = (placing: Placing, middle: Triple): Promise<Located> => locate(placing.place, middle);

/** Half the length over which the axes are compared with the earth, metres. */
const REACH = 50;

/**
 * Column-major 4 × 4 from the axes of the file to earth-centred coordinates, exact at `middle`; away from it the map
 * and the earth part by the curvature of both.
 */
export function toEcef(located: Located, middle: Triple): number[] {
  const center = located.toSpace(middle);
  const columns = [0, 1, 2].map((i) => {
    const [before, after] = [-REACH, REACH].map((d) =>
      located.toSpace(middle.map((one, j) => (i === j ? one + d : one)) as unknown as Triple),
    );
    return after!.map((one, j) => (one - before![j]!) / (2 * REACH));
  });
  const shift = center.map(
    (one, j) => one - columns[0]![j]! * middle[0] - columns[1]![j]! * middle[1] - columns[2]![j]! * middle[2],
  );
  return [...columns[0]!, 0, ...columns[1]!, 0, ...columns[2]!, 0, ...shift, 1];
}

/** Degrees clockwise from true north to the y axis of the file at a point. */
export function headingOf(located: Located, point: Triple): number {
  const [x, y, z] = point;
  const [east, north] = seenFrom(located.toPosition(point))(located.toPosition([x, y + 1, z]));
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** West, south, east, north of the corners of a box. */
export function extentOf(
  located: Located,
  { min, max }: { min: Triple; max: Triple },
): [number, number, number, number] {
  const corners = [
    [min[0], min[1], min[2]] as const,
    [max[0], min[1], min[2]] as const,
    [max[0], max[1], min[2]] as const,
    [min[0], max[1], min[2]] as const,
  ].map((corner) => located.toPosition(corner));
  const [longitudes, latitudes] = [corners.map(([l]) => l), corners.map(([, b]) => b)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** Whether coordinates in metres are in the area of use of a CRS. */
export function isInArea(crs: string, [east, north]: readonly [number, number]): boolean {
  try {
    const metres = metresOf(crs);
    const [longitude, latitude] = unproject(crs, [east / metres, north / metres]);
    const bounds = crsOf(crs)?.bounds;
    return Number.isFinite(longitude + latitude) && (!bounds || contains(bounds, [longitude, latitude]));
  } catch {
    return false;
  }
}

/** Whether a place on the earth comes of it at all. */
export const isOnEarth = (located: Located, point: Triple): boolean => {
  try {
    return inSpace(located.toPosition(point)).every(Number.isFinite);
  } catch {
    return false;
  }
};

/**
 * A placement of `anchor` at longitude and latitude, turned from true north, in the CRS, in which lengths stay what they
 * are at that place and `above` the ellipsoid, metres.
 */
export function transformAt(
  crs: string,
  lonLat: readonly [number, number],
  anchor: Triple,
  height: number,
  fromEast: number,
  above: number,
): BimTransform {
  const metres = metresOf(crs);
  const [east, north] = project(crs, [...lonLat]).map((one) => one * metres) as [number, number];
  const { convergence, scaleEast, scaleNorth } = gridAt(crs, [...lonLat]);
  const rotation = fromEast + convergence;
  const { along, across } = radiiAt(lonLat[1]);
  const radius = Math.sqrt(along * across);
  // The higher a place, the longer what the projection has as the same.
  const scale = ((scaleEast + scaleNorth) / 2) * (radius / (radius + above));
  const turn = (rotation * Math.PI) / 180;
  const [x, y, z] = anchor;
  return {
    crs,
    eastings: east - scale * (x * Math.cos(turn) - y * Math.sin(turn)),
    northings: north - scale * (x * Math.sin(turn) + y * Math.cos(turn)),
    height: height - z,
    rotation: rotation > 180 ? rotation - 360 : rotation <= -180 ? rotation + 360 : rotation,
    scale,
    verticalCrs: null,
  };
}
