import type { Geometry, Properties } from '#core/protocol';

/** Attributes without those that are null: other programs send every field. */
export function withoutNulls(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

const SINGLE: Partial<Record<Geometry['type'], 'Point' | 'LineString' | 'Polygon'>> = {
  MultiPoint: 'Point',
  MultiLineString: 'LineString',
  MultiPolygon: 'Polygon',
};

/**
 * The one part of a multi-geometry that has only one: QGIS sends every geometry of a layer as the layer's kind. What
 * was a multi-geometry stays one.
 */
export function singlePart(geometry: Geometry, before?: Geometry['type']): Geometry {
  const type = SINGLE[geometry.type];
  const parts: unknown = geometry.coordinates;
  if (!type || before === geometry.type || !Array.isArray(parts) || parts.length !== 1) return geometry;
  return { type, coordinates: parts[0] as unknown } as Geometry;
}
