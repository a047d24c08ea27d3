import geographiclib from 'geographiclib-geodesic';
import type { Track } from '#core/protocol';
import { Unusable } from '../../base/unusable.ts';

export type TrackPosition = Track['positions'][number];

/** One track of a file. */
export interface ReadTrack {
  name: string;
  positions: TrackPosition[];
  /** The file does not say what its heights are above. */
  heightsAssumed?: boolean;
}

/** No tracks can be read from the file; `key` names a text `surveys.<key>`. */
export class UnreadableTrack extends Unusable {}

export const MAX_POSITIONS = 1_000_000;

/** Validates one position; `where` names its place in the file. */
export function position(
  where: string,
  longitude: number,
  latitude: number,
  height: number | null,
  time: number | null,
  heading: number | null,
): TrackPosition {
  if (!(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90))
    throw new UnreadableTrack('track-out-of-range', { where });
  const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
  const turned = finite(heading);
  return [
    longitude,
    latitude,
    finite(height),
    finite(time),
    turned === null ? null : ((turned % 360) + 360) % 360,
  ];
}

/** Seconds since 1970 of an ISO 8601 time with zone, or of a number of seconds or milliseconds; else null. */
export function seconds(value: unknown): number | null {
  if (typeof value === 'number') return !Number.isFinite(value) ? null : value > 1e11 ? value / 1000 : value;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return seconds(Number(text));
  // GPX times are UTC even without the Z.
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at / 1000;
}

type LonLat = readonly [number, number, ...unknown[]];

/** Metres on the ellipsoid, and initial azimuth in degrees. */
export function between(a: LonLat, b: LonLat): { distance: number; azimuth: number } {
  const { s12 = 0, azi1 = 0 } = geographiclib.Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0]);
  return { distance: s12, azimuth: (azi1 + 360) % 360 };
}
