import { direct, inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';

/**
 * Returns the position nearest to `to` on a bearing from `from` that is a multiple of `step` degrees clockwise from
 * north; it lies on the geodesic that leaves `from` with that azimuth.
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
