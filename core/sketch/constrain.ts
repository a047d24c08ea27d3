import { direct, inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';

/**
 * The place on the bearing from `from` that is nearest to `to`, where bearings go by steps of `step` degrees clockwise
 * from north; on the geodesic that leaves `from` with that azimuth.
 */
export function onBearing(
  from: Position,
  to: Position,
  step: number,
): { position: Position; azimuth: number; distance: number } {
  const { distance, azimuth } = inverse(from, to);
  const held = Math.round(azimuth / step) * step;
  const along = distance * Math.cos(((azimuth - held) * Math.PI) / 180);
  return { position: direct(from, held, along), azimuth: (held + 360) % 360, distance: along };
}
