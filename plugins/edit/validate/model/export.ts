import { wktOf } from '#core/document';
import type { Finding } from './finding.ts';

const UNITS = { m: 'm', 'm²': 'm2', places: '1' } as const;

/** Returns the findings as CSV (RFC 4180), one per line; the place as WKT in longitude and latitude. */
export function csvOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ kind, detail, severity, objects, size, place }) =>
    [
      kind,
      detail,
      severity,
      // Type names may contain commas and quotes.
      `"${(objects[0]?.typeName ?? '').replaceAll('"', '""')}"`,
      `"${objects.map(({ id }) => id).join(' ')}"`,
      size?.value ?? '',
      size ? UNITS[size.unit] : '',
      `"${wktOf(place)}"`,
    ].join(','),
  );
  return ['kind,detail,severity,type,objects,size,unit,wkt', ...lines, ''].join('\r\n');
}

/** Returns the findings as GeoJSON (RFC 7946), one feature per finding. */
export function geoJsonOf(findings: readonly Finding[]): string {
  const features = findings.map(({ id, kind, detail, severity, objects, size, place }) => ({
    type: 'Feature',
    id,
    geometry: place,
    properties: {
      kind,
      detail,
      severity,
      type: objects[0]?.typeName,
      objects: objects.map((object) => object.id),
      ...(size && { size: size.value, unit: UNITS[size.unit] }),
    },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}
