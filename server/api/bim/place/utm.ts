/** The zone of UTM on WGS 84 of a place in degrees. */
export function utmAt(longitude: number, latitude: number): string {
  const zone = Math.min(60, Math.max(1, Math.floor((longitude + 180) / 6) + 1));
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
}
