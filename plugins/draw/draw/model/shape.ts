import { closedRing } from '#core/mapview';
import type { Geometry, GeometryType, ObjectType, Position } from '#core/protocol';
import { windRings } from '#core/shapes';
import { levelled, type PathKind } from '#core/sketch';

const SIMPLE = { point: 'Point', line: 'LineString', ring: 'Polygon' } as const satisfies Record<
  PathKind,
  GeometryType
>;

/** May an object of `type` be drawn this way? Types of Multi* geometries take a drawn one as their only part. */
export function fits(type: ObjectType, kind: PathKind): boolean {
  const simple = SIMPLE[kind];
  return type.geometryType === null || type.geometryType === simple || type.geometryType === `Multi${simple}`;
}

/**
 * What is stored of a drawn path: GeoJSON, rings closed and wound as GeoJSON asks. `height` (metres above the
 * ellipsoid) is given to vertices that have none. `as` is the geometry type of the object type.
 */
export function geometryOf(
  kind: PathKind,
  vertices: readonly Position[],
  height: number | undefined,
  as: GeometryType | null,
): Geometry {
  const positions = levelled(vertices, height);
  const multi = as?.startsWith('Multi') ?? false;
  if (kind === 'point')
    return multi
      ? { type: 'MultiPoint', coordinates: positions }
      : { type: 'Point', coordinates: positions[0]! };
  if (kind === 'line')
    return multi
      ? { type: 'MultiLineString', coordinates: [positions] }
      : { type: 'LineString', coordinates: positions };
  const rings = windRings([closedRing(positions)]);
  return multi ? { type: 'MultiPolygon', coordinates: [rings] } : { type: 'Polygon', coordinates: rings };
}
