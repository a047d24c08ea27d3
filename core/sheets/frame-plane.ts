import { crsOf, direct, inverse, project, unitOfCrs, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';

/** A plane in metres, east and north. */
export interface FramePlane {
  /** Whether the plane is that of the CRS; otherwise it is about the middle of the frame (azimuthal equidistant). */
  readonly isOfCrs: boolean;
  /** Throws AppError where the CRS cannot be computed. */
  toPlane(position: Position): [number, number];
  /** Longitude and latitude. Throws AppError where the CRS cannot be computed. */
  fromPlane(place: readonly [number, number]): [number, number];
}

/** The plane in which a frame about `centre` is drawn; that of a CRS in degrees is about its middle. */
export function planeAbout(code: string, centre: Position): FramePlane {
  if (crsOf(code)?.geographic ?? true) return aboutMiddle(centre);
  const { metres } = unitOfCrs(code);
  return {
    isOfCrs: true,
    toPlane: (position) => {
      const [east, north] = project(code, position);
      return [east * metres, north * metres];
    },
    fromPlane: ([east, north]) => {
      const [longitude, latitude] = unproject(code, [east / metres, north / metres]);
      return [longitude, latitude];
    },
  };
}

function aboutMiddle(centre: Position): FramePlane {
  return {
    isOfCrs: false,
    toPlane: (position) => {
      const { distance, azimuth } = inverse(centre, position);
      const angle = (azimuth * Math.PI) / 180;
      return [distance * Math.sin(angle), distance * Math.cos(angle)];
    },
    fromPlane: ([east, north]) =>
      direct(centre, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north)),
  };
}
