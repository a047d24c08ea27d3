import type { Position } from '#core/protocol';

/** Semi-major axis of WGS84 in metres; EPSG:3857 uses it as the radius of its sphere. */
const RADIUS = 6_378_137;
/** Half the width of the world in EPSG:3857, metres. */
export const HALF_WORLD = Math.PI * RADIUS;
/** EPSG:3857 ends where the map becomes a square: atan(sinh(π)), degrees. */
const MAX_LATITUDE = 85.0511287798066;
const RADIAN = Math.PI / 180;

/** Easting in EPSG:3857, metres, of a longitude in degrees. */
export function eastingOf(longitude: number): number {
  return longitude * RADIAN * RADIUS;
}

/** Northing in EPSG:3857, metres, of a latitude in degrees, clamped to the square of the map. */
export function northingOf(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return RADIUS * Math.asinh(Math.tan(clamped * RADIAN));
}

/** Longitude and latitude in degrees of a point in EPSG:3857, metres. */
export function positionOf(easting: number, northing: number): Position {
  return [easting / RADIUS / RADIAN, Math.atan(Math.sinh(northing / RADIUS)) / RADIAN];
}

/** Ground metres per metre of EPSG:3857 at a latitude in degrees. */
export function groundScale(latitude: number): number {
  return Math.cos(latitude * RADIAN);
}

/** EPSG:3857 metres per CSS pixel at zoom 0: the world in 256 pixels. */
const RESOLUTION_0 = (2 * HALF_WORLD) / 256;

export function zoomOf(resolution: number): number {
  return Math.log2(RESOLUTION_0 / resolution);
}

export function resolutionOf(zoom: number): number {
  return RESOLUTION_0 / 2 ** zoom;
}
