import { closedRing } from '#core/mapview';
import type { Geometry, GeometryType, ObjectType, Position } from '#core/protocol';
import { windRings } from '#core/shapes';
import { levelled, type PathKind } from '#core/sketch';

const SIMPLE = { point: 'Point', line: 'LineString', ring: 'Polygon' } as const satisfies Record<
  PathKind,
  GeometryType
>;

/** Whether an object of `type` can be drawn this way. Types of Multi* geometries take the path as their only part. */
export function fits(type: ObjectType, kind: PathKind): boolean {
  const simple = SIMPLE[kind];
  return type.geometryType === null || type.geometryType === simple || type.geometryType === `Multi${simple}`;
}

/**
 * The GeoJSON geometry of a drawn path, with rings closed and wound as RFC 7946 requires. `height` (metres above the
 * ellipsoid) is set on vertices without one. `as` is the geometry type of the object type.
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
