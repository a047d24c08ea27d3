import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import type { AzimuthLeg } from './rows.ts';

/** The difference between the end of a traverse and its target. */
export interface Misclosure {
  /** Metres, and degrees clockwise from north, from the end to the target. */
  readonly length: number;
  readonly azimuth: number;
  /** Metres of traverse per metre of misclosure; Infinity when it closes exactly. */
  readonly ratio: number;
}

/**
 * The stations of a traverse, its start first. Throws AppError('outside-crs') where a leg leaves the area of the
 * CRS.
 */
export function stations(metric: Metric, start: Position, legs: readonly AzimuthLeg[]): Position[] {
  const at: Position[] = [start];
  for (const { azimuth, distance } of legs) at.push(metric.direct(at.at(-1)!, azimuth, distance));
  return at;
}

export function misclosure(metric: Metric, at: readonly Position[], target: Position): Misclosure {
  const { length, azimuth } = metric.segment(at.at(-1)!, target);
  const whole = metric.length(at);
  return { length, azimuth, ratio: length > 0 ? whole / length : Infinity };
}

/**
 * The stations with the misclosure distributed by Bowditch's rule (compass rule): each is moved towards the target in
 * proportion to the length up to it.
 */
export function adjusted(metric: Metric, at: readonly Position[], missing: Misclosure): Position[] {
  const whole = metric.length(at);
  if (whole === 0 || missing.length === 0) return [...at];
  let way = 0;
  return at.map((station, i) => {
    if (i > 0) way += metric.segment(at[i - 1]!, station).length;
    return i === 0 ? station : metric.direct(station, missing.azimuth, (missing.length * way) / whole);
  });
}
