/** OGC 12-128r18, annex C: the tables of a GeoPackage; one statement each. */
export const SYSTEMS = `
create table gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
insert into gpkg_spatial_ref_sys values
  ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326,
   'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]',
   'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');`;

export const CONTENTS = `
create table gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
create table gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
create table gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));`;

/** The table in which QGIS and GDAL look for the styles of layers. */
export const STYLES = `
create table layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256),
  f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT,
  useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
  update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')));
insert into gpkg_contents (table_name, data_type, identifier) values ('layer_styles', 'attributes', 'layer_styles');`;

const plain = (name: string): string => name.replaceAll('"', '""');
const put = (row: string): string =>
  `${row}.fid, ST_MinX(${row}.geom), ST_MaxX(${row}.geom), ST_MinY(${row}.geom), ST_MaxY(${row}.geom)`;

/**
 * OGC 12-128r18, extension "RTree Spatial Indexes": triggers that keep the index up to date when other programs edit
 * the file.
 */
export const RTREE_TRIGGERS: readonly ((table: string) => string)[] = [
  trigger('insert', 'INSERT', (tree) => ({
    when: 'new.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)',
    work: `INSERT OR REPLACE INTO ${tree} VALUES (${put('NEW')});`,
  })),
  trigger('update1', 'UPDATE OF geom', (tree) => ({
    when: 'OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))',
    work: `INSERT OR REPLACE INTO ${tree} VALUES (${put('NEW')});`,
  })),
  trigger('update2', 'UPDATE OF geom', (tree) => ({
    when: 'OLD.fid = NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))',
    work: `DELETE FROM ${tree} WHERE id = OLD.fid;`,
  })),
  trigger('update3', 'UPDATE', (tree) => ({
    when: 'OLD.fid != NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))',
    work: `DELETE FROM ${tree} WHERE id = OLD.fid; INSERT OR REPLACE INTO ${tree} VALUES (${put('NEW')});`,
  })),
  trigger('update4', 'UPDATE', (tree) => ({
    when: 'OLD.fid != NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))',
    work: `DELETE FROM ${tree} WHERE id IN (OLD.fid, NEW.fid);`,
  })),
  trigger('delete', 'DELETE', (tree) => ({
    when: 'old.geom NOT NULL',
    work: `DELETE FROM ${tree} WHERE id = OLD.fid;`,
  })),
];

function trigger(
  name: string,
  event: string,
  of: (tree: string) => { when: string; work: string },
): (table: string) => string {
  return (table) => {
    const tree = `"rtree_${plain(table)}_geom"`;
    const { when, work } = of(tree);
    return `CREATE TRIGGER "rtree_${plain(table)}_geom_${name}" AFTER ${event} ON "${plain(table)}"
      WHEN (${when}) BEGIN ${work} END`;
  };
}
