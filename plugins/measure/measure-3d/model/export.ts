import { wktOf } from '#core/document';
import { levelled } from '#core/sketch';
import type { SpaceMeasure } from './measures.ts';
import { geometryOf } from './picture.ts';
import type { SpaceValue } from './values.ts';

/** The unit names of other programs. */
const UNITS = { m: 'm', 'm²': 'm2', 'm³': 'm3', '°': 'degree', '%': 'percent' } as const;

/**
 * CSV (RFC 4180) of computed measurements: one line per value, with how it was determined, the terrain, the
 * geometry as WKT, and what it may be off by.
 */
export function csvOf(measures: readonly SpaceMeasure[]): string {
  const lines = measures.flatMap((measure, i) =>
    valuesOf(measure).map(({ quantity, value, unit, how, within }) =>
      [
        i + 1,
        measure.kind,
        quantity,
        value,
        unit,
        how,
        quoted(surfaceOf(measure)),
        quoted(wktOf(shapeOf(measure))),
        within ?? '',
      ].join(','),
    ),
  );
  return ['measure,kind,quantity,value,unit,how,terrain,wkt,within', ...lines, ''].join('\r\n');
}

/** GeoJSON (RFC 7946) with heights above the ellipsoid: one feature per measurement, with its values in `values`. */
export function geoJsonOf(measures: readonly SpaceMeasure[]): string {
  const features = measures
    .filter(({ reading }) => reading)
    .map((measure) => ({
      type: 'Feature',
      geometry: shapeOf(measure),
      properties: {
        kind: measure.kind,
        choices: measure.choices,
        terrain: measure.reading?.surface,
        tilesets: measure.reading?.sets,
        values: valuesOf(measure),
      },
    }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}

/** The names of the terrain and of the 3D Tiles that were read. */
function surfaceOf({ reading }: SpaceMeasure): string {
  const sets = reading?.sets?.filter(({ triangles }) => triangles > 0) ?? [];
  return [reading?.surface, ...sets].flatMap((one) => (one ? [one.name] : [])).join(' + ');
}

/** Unavailable values (NaN) are omitted. */
function valuesOf({ reading }: SpaceMeasure) {
  return (reading?.values ?? [])
    .filter(({ amount }) => Number.isFinite(amount))
    .map(({ quantity, amount, unit, how, within }: SpaceValue) => ({
      quantity,
      value: amount,
      unit: UNITS[unit],
      how,
      within,
    }));
}

/** The geometry with heights, or without any if one vertex has none. */
function shapeOf({ kind, reading }: SpaceMeasure) {
  return geometryOf(kind, levelled(reading!.standings.map(({ place }) => place)));
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
