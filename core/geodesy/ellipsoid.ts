/** WGS84: the semi-major axis in metres and the square of the first eccentricity, f (2 − f) with f = 1/298.257223563. */
export const A = 6378137;
export const E2 = (2 - 1 / 298.257223563) / 298.257223563;

/**
 * Returns the radii of curvature of WGS84 at a latitude (degrees), metres: along the meridian and perpendicular to
 * it.
 */
export function radiiAt(latitude: number): { readonly along: number; readonly across: number } {
  const w2 = 1 - E2 * Math.sin((latitude * Math.PI) / 180) ** 2;
  return { along: (A * (1 - E2)) / w2 ** 1.5, across: A / Math.sqrt(w2) };
}

/**
 * Returns the radius of curvature (metres) at a latitude in the direction `azimuth` (degrees), by Euler's formula.
 */
export function radiusIn(latitude: number, azimuth: number): number {
  const { along, across } = radiiAt(latitude);
  const angle = (azimuth * Math.PI) / 180;
  return 1 / (Math.cos(angle) ** 2 / along + Math.sin(angle) ** 2 / across);
}
