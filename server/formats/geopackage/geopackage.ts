import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { ID_COLUMN, textOf, type TableColumnInfo } from '../columns.ts';
import { fileName, UniqueNames } from '../names.ts';
import { boundsOf, noBounds, type ShapeBounds, type GeometryFamily } from '../shapes.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from '../layer-writer.ts';
import { CONTENTS, RTREE_TRIGGERS, STYLES, SYSTEMS } from './geopackage-schema.ts';
import { ByteWriter } from '../byte-writer.ts';
import { flatOf } from '../flat.ts';
import { isPlainerInQgis, writeQml } from '../styles/write-qml.ts';
import { writeSld } from '../styles/write-sld.ts';
import { writeWkb } from '../wkb/write.ts';

const TYPES = { text: 'TEXT', integer: 'INTEGER', number: 'REAL', boolean: 'BOOLEAN', date: 'DATE' } as const;
const SINGLE = { point: 'POINT', multipoint: 'MULTIPOINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;
/** SQLite allows 2,000 columns; three are ours. */
const MAX_COLUMNS = 1990;

interface Table {
  name: string;
  columns: readonly TableColumnInfo[];
  insert: StatementSyncInstance;
  index: StatementSyncInstance;
  rows: number;
  bounds: ShapeBounds;
}

/** What styles call the geometries of a family. */
const STYLED = {
  point: ['Point', 'Point'],
  multipoint: ['Point', 'MultiPoint'],
  line: ['Line', 'LineString'],
  polygon: ['Polygon', 'Polygon'],
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** OGC GeoPackage 1.3: one table per type and geometry family, each with its R-tree. */
export class GeoPackage implements FormatWriter {
  readonly #context: FormatContext;
  readonly #db: DatabaseSyncInstance;
  readonly #out = new ByteWriter(64 * 1024);
  readonly #names = new UniqueNames(60, [
    'gpkg_contents',
    'gpkg_extensions',
    'gpkg_ogr_contents',
    'layer_styles',
  ]);
  #layer: ExportLayer | undefined;
  #tables = new Map<GeometryFamily, Table>();
  #hasStyles = false;

  constructor(context: FormatContext) {
    this.#context = context;
    this.#db = new DatabaseSync(path.join(context.folder, `${fileName(context.name, 'project')}.gpkg`));
    // Nobody else reads the file before it is complete: no journal is needed.
    this.#db.exec('pragma journal_mode = off');
    this.#db.exec('pragma synchronous = off');
    this.#db.exec('pragma application_id = 0x47504b47');
    this.#db.exec('pragma user_version = 10300');
    this.#db.exec('begin');
    this.#db.exec(SYSTEMS);
    const { number, name, wkt } = context.crs;
    if (number !== 4326)
      this.#db
        .prepare(
          `insert into gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition)
           values (?, ?, 'EPSG', ?, ?)`,
        )
        .run(name, number, number, wkt);
    this.#db.exec(CONTENTS);
  }

  layer(layer: ExportLayer): void {
    this.#endLayer();
    this.#layer = layer;
    if (layer.columns.length > MAX_COLUMNS)
      this.#context.notes.add('export.note.columns-left-out', {
        format: 'GeoPackage',
        type: layer.label,
        most: MAX_COLUMNS,
      });
  }

  add({ id, properties, placed, family, high }: ExportFeature): void {
    const table = this.#tables.get(family) ?? this.#open(family);
    const bounds = boundsOf(placed);
    const row = ++table.rows;
    const values = table.columns.map(({ name, type }) => {
      const value = properties[name];
      if (value === null || value === undefined) return null;
      if (type === 'boolean') return value === true ? 1 : 0;
      return type === 'number' || type === 'integer' ? (value as number) : textOf(value);
    });
    table.insert.run(row, this.#blob(placed, bounds, high), id, ...values);
    table.index.run(row, bounds.x[0], bounds.x[1], bounds.y[0], bounds.y[1]);
    widen(table.bounds, bounds);
  }

  close(): void {
    this.#endLayer();
    this.#db.exec('commit');
    this.#db.close();
  }

  #open(family: GeometryFamily): Table {
    const { typeName, label, columns: all, shapes } = this.#layer!;
    const several = shapes.size > 1;
    const name = this.#names.of(several ? `${typeName.slice(0, 48)}_${family}` : typeName);
    const taken = new UniqueNames(200, ['fid', 'geom']);
    const columns = all.slice(0, MAX_COLUMNS);
    const own = [ID_COLUMN, ...columns.map((column) => column.name)].map((column) =>
      taken.of(column.replaceAll('\0', '') || 'field'),
    );
    const typed = own.map(
      (column, n) => `${quoted(column)} ${n === 0 ? 'TEXT' : TYPES[columns[n - 1]!.type]}`,
    );
    const { flat, high, multi } = shapes.get(family)!;
    const single = SINGLE[family];
    const kind =
      multi === 0 || family === 'multipoint' ? single : multi === flat + high ? `MULTI${single}` : 'GEOMETRY';
    const db = this.#db;
    db.exec(
      `create table ${quoted(name)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${kind}, ${typed.join(', ')})`,
    );
    const { at, crs } = this.#context;
    db.prepare(
      `insert into gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id)
       values (?, 'features', ?, ?, ?, ?)`,
    ).run(name, name, label, at, crs.number);
    db.prepare(`insert into gpkg_geometry_columns values (?, 'geom', ?, ?, ?, 0)`).run(
      name,
      kind,
      crs.number,
      high === 0 ? 0 : flat === 0 ? 1 : 2,
    );
    db.exec(`create virtual table ${quoted(`rtree_${name}_geom`)} using rtree(id, minx, maxx, miny, maxy)`);
    const table = {
      name,
      columns,
      insert: db.prepare(
        `insert into ${quoted(name)} (fid, geom, ${own.map(quoted).join(', ')}) values (?, ?, ${own.map(() => '?').join(', ')})`,
      ),
      index: db.prepare(`insert into ${quoted(`rtree_${name}_geom`)} values (?, ?, ?, ?, ?)`),
      rows: 0,
      bounds: noBounds(),
    };
    this.#tables.set(family, table);
    this.#putStyle(name, family);
    return table;
  }

  /** The style by which QGIS draws a table when it is opened. */
  #putStyle(table: string, family: GeometryFamily): void {
    const { style, label, typeName } = this.#layer!;
    if (!style) return;
    if (!this.#hasStyles) this.#db.exec(STYLES);
    this.#hasStyles = true;
    const [ofQgis, geometryType] = STYLED[family];
    if (isPlainerInQgis(style)) this.#context.notes.add('export.note.qgis-plainer', { type: label });
    this.#db
      .prepare(
        `insert into layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML,
           styleSLD, useAsDefault, description, owner, update_time)
         values ('', '', ?, 'geom', ?, ?, ?, 1, '', 'Groma', ?)`,
      )
      .run(
        table,
        label.slice(0, 30),
        writeQml(ofQgis, style, label),
        writeSld({ name: typeName, title: label, geometryType, style }),
        this.#context.at,
      );
  }

  /** Triggers are created last: loaded rows are already indexed. */
  #endLayer(): void {
    for (const { name, bounds } of this.#tables.values()) {
      this.#db
        .prepare('update gpkg_contents set min_x = ?, min_y = ?, max_x = ?, max_y = ? where table_name = ?')
        .run(bounds.x[0], bounds.y[0], bounds.x[1], bounds.y[1], name);
      this.#db
        .prepare(
          `insert into gpkg_extensions values (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`,
        )
        .run(name);
      for (const trigger of RTREE_TRIGGERS) this.#db.exec(trigger(name));
    }
    this.#tables.clear();
  }

  /** Valid until the next one. */
  #blob(geometry: ExportFeature['placed'], { x, y, z }: ShapeBounds, high: boolean): Buffer {
    const out = this.#out;
    const point = geometry.type === 'Point';
    const envelope = point ? [] : high ? [...x, ...y, ...z] : [...x, ...y];
    out.reserve(8 + envelope.length * 8);
    out.ascii('GP');
    out.u8(0);
    out.u8(1 | ((point ? 0 : high ? 2 : 1) << 1));
    out.u32le(this.#context.crs.number);
    for (const value of envelope) out.f64le(value);
    writeWkb(flatOf(geometry), out, 'iso');
    return out.take();
  }
}

function widen(all: ShapeBounds, one: ShapeBounds): void {
  all.x = [Math.min(all.x[0], one.x[0]), Math.max(all.x[1], one.x[1])];
  all.y = [Math.min(all.y[0], one.y[0]), Math.max(all.y[1], one.y[1])];
}
