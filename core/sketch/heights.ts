import type { Position } from '#core/protocol';

/**
 * One dimension for all vertices of a geometry, as GeoJSON objects are stored: with `height` (metres above the
 * ellipsoid) for those that have none, or flat where no height is given and some have none. Heights that are there
 * are kept.
 */
export function levelled(vertices: readonly Position[], height?: number): Position[] {
  if (vertices.every((vertex) => vertex.length === 3)) return [...vertices];
  return vertices.map(([longitude, latitude, own]) => {
    const z = own ?? height;
    return z === undefined || height === undefined ? [longitude, latitude] : [longitude, latitude, z];
  });
}
