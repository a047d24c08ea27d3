/**
 * The EPSG code in the name of a reference system: `EPSG:3003`, `urn:ogc:def:crs:EPSG::3003`,
 * `http://www.opengis.net/def/crs/EPSG/0/3003`; undefined where there is none. Old names of Web Mercator are EPSG:3857.
 */
export function codeOfName(name: string): string | undefined {
  const code = /(?:^|[:/])EPSG(?:[:/][\d.]*)?[:/](\d{4,6})$/i.exec(name.trim())?.[1];
  if (code === undefined) return undefined;
  return ['900913', '102100', '102113', '3785'].includes(code) ? 'EPSG:3857' : `EPSG:${code}`;
}

/** Whether it is a geographic system with longitude first, whatever its code. */
export function isLongitudeFirst(name: string): boolean {
  return /CRS:?:?84$|CRS\/OGC\/[\d.]+\/CRS84$/i.test(name.trim());
}
