import { wktOf } from '#core/document';
import { canProject, project, ringMeasures, unitOfCrs } from '#core/geodesy';
import { closedRing } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { levelled } from '#core/sketch';
import type { Basis } from './basis.ts';
import type { Measure } from './measures.ts';
import { valuesOf, type MeasuredValue } from './values.ts';

/** One value of a measurement for other programs: full precision, decimal point, unit and kind. */
interface ExportRow {
  readonly quantity: string;
  readonly value: number;
  readonly unit: string;
  readonly basis: Basis['kind'] | 'coordinates';
  /** The CRS of a plane value; otherwise that of the ellipsoid. */
  readonly crs: string;
  /** Metres above the ellipsoid, for values on the ground. */
  readonly height?: number;
}

const UNITS = { m: 'm', 'm²': 'm2', '°': 'degree', '1': '1' } as const;
const WGS84 = 'EPSG:4326';

/** CSV (RFC 4180), one line per value; the geometry as WKT in longitude and latitude. */
export function csvOf(measures: readonly Measure[], plane: string | undefined): string {
  const lines = measures.flatMap((measure, i) =>
    rowsOf(measure, plane).map(({ quantity, value, unit, basis, crs, height }) =>
      [
        i + 1,
        measure.kind,
        quantity,
        value,
        unit,
        basis,
        crs,
        height ?? '',
        `"${wktOf(geometryOf(measure))}"`,
      ].join(','),
    ),
  );
  return ['measure,kind,quantity,value,unit,basis,crs,height,wkt', ...lines, ''].join('\r\n');
}

/** GeoJSON (RFC 7946): one feature per measurement, with its values in `values`. */
export function geoJsonOf(measures: readonly Measure[], plane: string | undefined): string {
  const features = measures.map((measure) => ({
    type: 'Feature',
    geometry: geometryOf(measure),
    properties: { kind: measure.kind, values: rowsOf(measure, plane) },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}

/** Unavailable values (NaN) are omitted. */
function rowsOf(measure: Measure, plane: string | undefined): ExportRow[] {
  const rows =
    measure.kind === 'coordinates'
      ? coordinateRows(measure.vertices[0]!, plane)
      : valuesOf(measure, plane).map(rowOf);
  return rows.filter(({ value }) => Number.isFinite(value));
}

function rowOf({ quantity, amount, unit, basis }: MeasuredValue): ExportRow {
  return {
    quantity,
    value: amount,
    unit: UNITS[unit],
    basis: basis.kind,
    crs: basis.kind === 'plane' ? basis.crs : WGS84,
    ...(basis.kind === 'ground' ? { height: basis.height } : {}),
  };
}

function coordinateRows(place: Position, plane: string | undefined): ExportRow[] {
  const row = (quantity: string, value: number, unit: ExportRow['unit'], crs: string): ExportRow => ({
    quantity,
    value,
    unit,
    basis: 'coordinates',
    crs,
  });
  const rows = [row('longitude', place[0], 'degree', WGS84), row('latitude', place[1], 'degree', WGS84)];
  if (place[2] !== undefined) rows.push(row('height', place[2], 'm', WGS84));
  if (plane === undefined || !canProject(plane)) return rows;
  try {
    const [east, north] = project(plane, place);
    const { symbol } = unitOfCrs(plane);
    return [...rows, row('easting', east, symbol, plane), row('northing', north, symbol, plane)];
  } catch {
    // Outside the area of the CRS.
    return rows;
  }
}

/** Only its own vertices, without those that approximate a displayed curve. */
function geometryOf({ kind, vertices }: Measure): Geometry {
  const places = levelled(vertices);
  if (places.length === 1) return { type: 'Point', coordinates: places[0]! };
  if (kind !== 'area') return { type: 'LineString', coordinates: places };
  const anticlockwise = ringMeasures(places).area >= 0 ? places : places.reverse();
  return { type: 'Polygon', coordinates: [closedRing(anticlockwise)] };
}
