import type { FlatGeometry } from '../../../../formats/flat.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { SourceFeature } from '../source.ts';
import { partsOf, readGeometry } from '../../../../formats/geojson/geometry.ts';

export const GEOMETRIES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

/** The objects of a feature: several if its geometry is a collection. */
export function* objectsOf(
  value: unknown,
  feature: number,
  into: FlatGeometry,
  findings: Findings,
): Generator<SourceFeature> {
  const nothing = (properties: Record<string, unknown> = {}) => ({ feature, properties, hasGeometry: false });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.add(feature, 'feature-no-object');
    yield nothing();
    return;
  }
  const member = value as Record<string, unknown>;
  let geometry: unknown = member;
  let properties: Record<string, unknown> = {};
  if (member['type'] === 'Feature') {
    properties = propertiesOf(member, feature, findings);
    if (!('geometry' in member)) findings.add(feature, 'no-geometry-member');
    else if (member['geometry'] === null) findings.add(feature, 'null-geometry');
    geometry = member['geometry'] ?? null;
    if (member['place'] !== undefined && member['place'] !== null) findings.once('place-ignored');
  } else if (!GEOMETRIES.includes(String(member['type']))) {
    findings.add(feature, 'feature-unknown-type', { type: String(member['type']).slice(0, 40) });
    geometry = null;
  }
  let given = false;
  if (geometry !== null)
    for (const part of partsOf(geometry, feature, findings)) {
      if (!readGeometry(part, into, feature, findings)) continue;
      given = true;
      yield { feature, properties, hasGeometry: true };
    }
  if (!given) yield nothing(properties);
}

function propertiesOf(
  member: Record<string, unknown>,
  feature: number,
  findings: Findings,
): Record<string, unknown> {
  const { properties, id, bbox } = member;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') findings.add(feature, 'bad-id');
  if (bbox !== undefined && !isBbox(bbox)) findings.add(feature, 'bad-bbox');
  if (properties === undefined) findings.add(feature, 'no-properties-member');
  else if (properties !== null && (typeof properties !== 'object' || Array.isArray(properties)))
    findings.add(feature, 'properties-no-object');
  else if (properties !== null) {
    const own = properties as Record<string, unknown>;
    // The id is kept unless an attribute has that name.
    return id !== undefined && id !== null && !('id' in own) && typeof id !== 'object' ? { id, ...own } : own;
  }
  return typeof id === 'string' || typeof id === 'number' ? { id } : {};
}

export function isBbox(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    (value.length === 4 || value.length === 6) &&
    value.every((n) => typeof n === 'number')
  );
}
