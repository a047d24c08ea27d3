import {
  areaOf,
  canProject,
  crsOf,
  direct,
  inverse,
  lengthOf,
  project,
  unitOfCrs,
  unproject,
} from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';

/**
 * How lengths, azimuths and areas are measured: on the ellipsoid, or in the plane of a projected CRS. Metres,
 * degrees.
 */
export interface Metric {
  /** `azimuth`: degrees clockwise from north at `from`, 0 to 360 (grid north in a plane). */
  segment(from: Position, to: Position): { length: number; azimuth: number };
  /**
   * The end of a segment with this start, azimuth and length; longitude and latitude only.
   * @throws AppError('outside-crs').
   */
  direct(from: Position, azimuth: number, length: number): [number, number];
  /** The length along all vertices. */
  length(vertices: readonly Position[]): number;
  /** The area of a ring in square metres; the ring may be open or closed and have either winding order. */
  area(ring: readonly Position[]): number;
  /** The CRS of a plane metric; undefined on the ellipsoid (WGS84). */
  readonly crs: string | undefined;
}

/** On the WGS84 ellipsoid, by Karney's method: edges are geodesics. */
export const geodesic: Metric = {
  crs: undefined,
  segment(from, to) {
    const { distance, azimuth } = inverse(from, to);
    return { length: distance, azimuth };
  },
  direct,
  length: lengthOf,
  area: (ring) => areaOf([ring]),
};

/** Returns whether plane measurements are possible in this CRS: it must be known, projected and loaded. */
export function isPlane(code: string): boolean {
  return crsOf(code)?.geographic === false && canProject(code);
}

/**
 * Returns the metric in the plane of a projected CRS: edges are straight there, azimuths are from grid north, and the
 * scale is that of the projection. Metres, also where its coordinates are in feet; NaN for values that include a
 * position outside the CRS. Returns the geodesic metric if the CRS is not projected, or cannot be computed yet
 * (`loadProjections`).
 */
export function planeIn(code: string): Metric {
  if (!isPlane(code)) return geodesic;
  const { metres } = unitOfCrs(code);
  const inMetres = (position: Position): [number, number] => {
    const [east, north] = project(code, position);
    return [metres * east, metres * north];
  };
  /** A place without height is at that of the others, so that it has no part in what is measured between them. */
  const at = ([longitude, latitude, height]: Position, others: readonly Position[]): [number, number] => {
    const level = height ?? others.find((other) => other[2] !== undefined)?.[2] ?? 0;
    try {
      return inMetres([longitude, latitude, level]);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.id === 'outside-crs') return [NaN, NaN];
      throw thrown;
    }
  };
  const segment: Metric['segment'] = (from, to) => {
    const [east, north] = difference(at(from, [to]), at(to, [from]));
    return { length: Math.hypot(east, north), azimuth: (Math.atan2(east, north) * 180) / Math.PI };
  };
  return {
    crs: code,
    segment(from, to) {
      const { length, azimuth } = segment(from, to);
      return { length, azimuth: azimuth < 0 ? azimuth + 360 : azimuth };
    },
    direct(from, azimuth, length) {
      const [east, north] = inMetres(from);
      const angle = (azimuth * Math.PI) / 180;
      const to = [east + length * Math.sin(angle), north + length * Math.cos(angle)] as const;
      return unproject(code, [to[0] / metres, to[1] / metres, from[2]]);
    },
    length: (vertices) =>
      vertices.slice(1).reduce((sum, vertex, i) => sum + segment(vertices[i]!, vertex).length, 0),
    // Half the sum of cross products, relative to the first vertex: large eastings and northings would lose digits.
    area(ring) {
      const origin = at(ring[0]!, ring);
      const plane = ring.map((vertex) => difference(origin, at(vertex, ring)));
      let twice = 0;
      for (let i = 0; i < plane.length; i++) {
        const [ax, ay] = plane[i]!;
        const [bx, by] = plane[(i + 1) % plane.length]!;
        twice += ax * by - bx * ay;
      }
      return Math.abs(twice) / 2;
    },
  };
}

function difference(from: readonly [number, number], to: readonly [number, number]): [number, number] {
  return [to[0] - from[0], to[1] - from[1]];
}
