import type { Position } from '#core/protocol';
import { project } from './crs.ts';
import { unitOfCrs } from './units.ts';
import { direct } from './geodesic.ts';

/**
 * Half-width, in metres, over which scale and convergence are computed: the curvature changes by less than 1e-9 over
 * it.
 */
const REACH = 100;

/** Effects of a projected CRS on lengths and directions at a place. */
export interface GridAt {
  /** Degrees clockwise from true north to grid north: true azimuth = grid azimuth + convergence. */
  readonly convergence: number;
  /**
   * Grid length divided by geodesic length on WGS84, northwards and eastwards; equal if the projection is conformal.
   */
  readonly scaleNorth: number;
  readonly scaleEast: number;
}

/**
 * Returns the convergence and point scale of a projected CRS at a place, from WGS84 to the grid: includes the scale
 * of the datum (−11.68 ppm for Monte Mario). Throws as `project`.
 */
export function gridAt(code: string, position: Position): GridAt {
  const { metres } = unitOfCrs(code);
  const across = (azimuth: number): [number, number] => {
    const [x1, y1] = project(code, direct(position, azimuth + 180, REACH));
    const [x2, y2] = project(code, direct(position, azimuth, REACH));
    return [metres * (x2 - x1), metres * (y2 - y1)];
  };
  const [northX, northY] = across(0);
  const [eastX, eastY] = across(90);
  return {
    convergence: 0 - (Math.atan2(northX, northY) * 180) / Math.PI,
    scaleNorth: Math.hypot(northX, northY) / (2 * REACH),
    scaleEast: Math.hypot(eastX, eastY) / (2 * REACH),
  };
}
