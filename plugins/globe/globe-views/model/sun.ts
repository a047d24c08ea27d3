import type { Position } from '#core/protocol';

const RADIANS = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * RADIANS);
const cos = (degrees: number) => Math.cos(degrees * RADIANS);
const circle = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Milliseconds of J2000.0 (1 January 2000, 12:00). */
const J2000 = Date.UTC(2000, 0, 1, 12);
const DAY = 86_400_000;

/**
 * The subsolar point at an instant (milliseconds since 1970, UTC): its latitude is the sun's declination. J. Meeus,
 * Astronomical Algorithms (2nd ed. 1998), chapters 12, 22 and 25, low accuracy: within 0.01° from 1900 to 2100.
 */
export function sunOver(instant: number): Position {
  const days = (instant - J2000) / DAY;
  const t = days / 36_525;
  const mean = 280.46646 + t * (36_000.76983 + t * 0.0003032);
  const anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537);
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) +
    sin(2 * anomaly) * (0.019993 - t * 0.000101) +
    sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * t;
  const longitude = mean + centre - 0.00569 - 0.00478 * sin(node);
  const obliquity = 23.4392911 - t * 0.0130042 + 0.00256 * cos(node);
  const declination = Math.asin(sin(obliquity) * sin(longitude)) / RADIANS;
  const ascension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / RADIANS;
  const greenwich = 280.46061837 + 360.98564736629 * days;
  return [circle(ascension - greenwich + 180) - 180, declination];
}

/** Azimuth clockwise from north, and elevation above the horizon without refraction; degrees. */
export interface SunDirection {
  readonly azimuth: number;
  readonly elevation: number;
}

/** Direction of the sun with this subsolar point, seen from another place. */
export function seenFrom([longitude, latitude]: Position, [east, north]: Position): SunDirection {
  const hour = longitude - east;
  const up = sin(latitude) * sin(north) + cos(latitude) * cos(north) * cos(hour);
  const away = Math.atan2(
    -sin(hour) * cos(north),
    sin(north) * cos(latitude) - cos(north) * sin(latitude) * cos(hour),
  );
  return { azimuth: circle(away / RADIANS), elevation: Math.asin(Math.max(-1, Math.min(1, up))) / RADIANS };
}
