import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Field } from '#core/protocol';
import type { Findings } from '../../../../base/problems.ts';

/** A table of features. */
export interface GeoTable {
  name: string;
  geometry: string;
  srs: number;
  geometryType: string | null;
  columns: { name: string; type: Field['type'] }[];
}

const MAX_TABLES = 2000;
const MAX_COLUMNS = 500;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of features, without those that are views or made by extensions of SQLite. */
export function tablesOf(db: DatabaseSyncInstance, findings: Findings): GeoTable[] {
  const schema = new Map<string, { kind: string; sql: string }>();
  for (const row of all(
    db,
    `select name, type, coalesce(sql, '') as sql from sqlite_master where type in ('table', 'view')`,
  ))
    schema.set(String(row['name']).toLowerCase(), { kind: String(row['type']), sql: String(row['sql']) });
  // Those of the index and of GDAL's counts are part of the format.
  const triggers = all(db, `select name from sqlite_master where type = 'trigger'`).filter(
    ({ name }) => !/^(rtree_|gpkg_|trigger_(insert|delete)_feature_count_)/.test(String(name)),
  );
  if (triggers.length > 0) findings.once('geopackage-triggers', { count: triggers.length });
  // Also these could be views.
  for (const name of ['gpkg_geometry_columns', 'gpkg_spatial_ref_sys', 'gpkg_contents'])
    if (schema.get(name)?.kind !== 'table') return [];
  const tables: GeoTable[] = [];
  const rows = all(
    db,
    `select g.table_name as name, g.column_name as geometry, g.srs_id as srs, g.geometry_type_name as type
     from gpkg_geometry_columns g limit ${MAX_TABLES}`,
  );
  for (const row of rows) {
    const [name, geometry] = [String(row['name']), String(row['geometry'])];
    const known = schema.get(name.toLowerCase());
    if (!known) findings.once('geopackage-no-table', { field: name.slice(0, 60) });
    else if (known.kind === 'view') findings.once('geopackage-view', { field: name.slice(0, 60) });
    else if (/^\s*create\s+virtual/i.test(known.sql))
      findings.once('geopackage-virtual', { field: name.slice(0, 60) });
    else {
      const columns = columnsOf(db, name, geometry, findings);
      if (columns)
        tables.push({
          name,
          geometry,
          srs: Number(row['srs']),
          geometryType: typeOf(String(row['type'])),
          columns,
        });
    }
  }
  return tables;
}

function all(db: DatabaseSyncInstance, sql: string): Record<string, unknown>[] {
  return db.prepare(sql).all() as Record<string, unknown>[];
}

/** Undefined: the column of the geometry is missing. */
function columnsOf(
  db: DatabaseSyncInstance,
  table: string,
  geometry: string,
  findings: Findings,
): GeoTable['columns'] | undefined {
  // Computed columns (hidden 2 and 3) run expressions of the file.
  const info = all(db, `pragma table_xinfo(${quoted(table)})`).filter(({ hidden }) => Number(hidden) === 0);
  if (!info.some(({ name }) => String(name).toLowerCase() === geometry.toLowerCase())) return undefined;
  const columns: GeoTable['columns'] = [];
  for (const { name, type, pk } of info) {
    const own = String(name);
    if (own.toLowerCase() === geometry.toLowerCase() || Number(pk) > 0) continue;
    const kind = fieldType(String(type));
    if (kind === undefined) findings.once('field-of-bytes', { field: own.slice(0, 60) });
    else if (columns.length < MAX_COLUMNS) columns.push({ name: own, type: kind });
  }
  return columns;
}

/** OGC 12-128r18, table 1. Undefined: bytes. */
function fieldType(type: string): Field['type'] | undefined {
  const plain = type.toUpperCase().replace(/\(.*$/, '').trim();
  if (plain === 'BLOB') return undefined;
  if (plain === 'BOOLEAN') return 'boolean';
  if (/^(TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|BIGINT)$/.test(plain)) return 'integer';
  if (/^(FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL|DOUBLE PRECISION)$/.test(plain)) return 'number';
  return plain === 'DATE' || plain === 'DATETIME' ? 'date' : 'text';
}

function typeOf(name: string): string | null {
  const types: Record<string, string> = {
    POINT: 'Point',
    LINESTRING: 'LineString',
    POLYGON: 'Polygon',
    MULTIPOINT: 'MultiPoint',
    MULTILINESTRING: 'LineString',
    MULTIPOLYGON: 'Polygon',
  };
  return types[name.toUpperCase()] ?? null;
}
