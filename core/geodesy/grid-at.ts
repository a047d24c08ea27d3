import type { Position } from '#core/protocol';
import { project } from './crs.ts';
import { direct } from './geodesic.ts';

/** Metres to each side over which scale and convergence are taken: curvature changes less than 1e-9 over it. */
const REACH = 100;

/** What a projected CRS does to lengths and directions at one place. */
export interface GridAt {
  /** Degrees from true north clockwise to grid north: true azimuth = grid azimuth + convergence. */
  readonly convergence: number;
  /** Grid length over geodesic length on WGS84, northwards and eastwards; equal where the projection is conformal. */
  readonly scaleNorth: number;
  readonly scaleEast: number;
}

/**
 * Convergence and point scale of a projected CRS at a place, from WGS84 to the grid: the datum's own scale (−11.68 ppm of
 * Monte Mario) is in it. @throws as `project`.
 */
export function gridAt(code: string, position: Position): GridAt {
  const across = (azimuth: number): [number, number] => {
    const [x1, y1] = project(code, direct(position, azimuth + 180, REACH));
    const [x2, y2] = project(code, direct(position, azimuth, REACH));
    return [x2 - x1, y2 - y1];
  };
  const [northX, northY] = across(0);
  const [eastX, eastY] = across(90);
  return {
    convergence: 0 - (Math.atan2(northX, northY) * 180) / Math.PI,
    scaleNorth: Math.hypot(northX, northY) / (2 * REACH),
    scaleEast: Math.hypot(eastX, eastY) / (2 * REACH),
  };
}
