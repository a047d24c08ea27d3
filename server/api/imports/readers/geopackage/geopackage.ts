import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Field } from '#core/protocol';
import { isDay } from '../../../../formats/columns.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type RecordFile, type SourceRecord } from '../streamed.ts';
import { blobGeometry } from './blob.ts';
import { crsOfTable } from './crs.ts';
import { quoted, tablesOf, type GeoTable } from './tables.ts';

/**
 * Opens a GeoPackage (OGC 12-128r18): each table of features is a layer. The file is opened for reading, functions of
 * its own schema are not trusted, and only plain tables are queried, so that none of its triggers and views runs.
 */
export async function openGeoPackage(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const db = opened(from.file);
  try {
    const tables = guarded(() => tablesOf(db, findings));
    const [first] = tables;
    if (!first) throw new Unreadable('geopackage-without-features');
    const asked = options.layer;
    const fullest = guarded(() => tables.find(({ name }) => hasRows(db, name)) ?? first);
    const table = asked === undefined ? fullest : tables.find(({ name }) => name === asked);
    if (!table) throw new Unreadable('no-such-layer', { layer: (asked ?? '').slice(0, 80) });
    const source = streamed(await layerOf(db, table, findings), { ...options, layer: undefined }, findings);
    const layers = guarded(() =>
      tables.map(({ name, geometryType }) => ({ name, count: countOf(db, name), geometryType })),
    );
    return { ...source, layers, layer: layers.find(({ name }) => name === table.name)! };
  } catch (thrown) {
    if (db.isOpen) db.close();
    throw thrown;
  }
}

function opened(file: string): DatabaseSyncInstance {
  return guarded(() => {
    const db = new DatabaseSync(file, { readOnly: true, allowExtension: false, defensive: true });
    db.exec('pragma trusted_schema = off');
    db.exec('pragma query_only = on');
    db.exec('pragma cell_size_check = on');
    db.exec('pragma mmap_size = 0');
    db.exec('pragma cache_size = -16384');
    return db;
  });
}

/** Errors of SQLite mean that the file is damaged, or is none. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Unreadable) throw thrown;
    throw new Unreadable('geopackage-broken', { reason: String((thrown as Error).message).slice(0, 120) });
  }
}

function countOf(db: DatabaseSyncInstance, name: string): number {
  return Number((db.prepare(`select count(*) as n from ${quoted(name)}`).get() as { n: number }).n);
}

function hasRows(db: DatabaseSyncInstance, name: string): boolean {
  return db.prepare(`select 1 from ${quoted(name)} limit 1`).get() !== undefined;
}

async function layerOf(db: DatabaseSyncInstance, table: GeoTable, findings: Findings): Promise<RecordFile> {
  const count = guarded(() => countOf(db, table.name));
  let read = 0;
  return {
    name: table.name,
    crs: await crsOfTable(db, table, findings),
    fields: () => table.columns.map(fieldOf),
    *records() {
      read = 0;
      const wanted = [table.geometry, ...table.columns.map(({ name }) => name)].map(quoted).join(', ');
      const statement = guarded(() => db.prepare(`select ${wanted} from ${quoted(table.name)}`));
      statement.setReadBigInts(true);
      for (const row of rowsOf(statement)) {
        read++;
        yield recordOf(table, row);
      }
    },
    part: () => read / Math.max(1, count),
    close: () => db.close(),
  };
}

function* rowsOf(statement: ReturnType<DatabaseSyncInstance['prepare']>): Generator<Record<string, unknown>> {
  const rows = guarded(() => statement.iterate() as Iterator<Record<string, unknown>>);
  for (;;) {
    const next = guarded(() => rows.next());
    if (next.done) return;
    yield next.value;
  }
}

function recordOf(table: GeoTable, row: Record<string, unknown>): SourceRecord {
  const properties: Record<string, unknown> = {};
  for (const { name, type } of table.columns) properties[name] = valueOf(row[name], type);
  const blob = row[table.geometry];
  if (blob === null || blob === undefined) return { layer: table.name, properties, geometry: () => null };
  const read = blob instanceof Uint8Array ? blobGeometry(blob) : 'geopackage-blob';
  if (typeof read === 'string')
    return { layer: table.name, properties, geometry: () => null, problems: [[read]] };
  return { layer: table.name, properties, geometry: () => read.geometry };
}

function fieldOf({ name, type }: GeoTable['columns'][number]): Field {
  return { name, title: { en: name, it: name }, type, required: false };
}

function valueOf(value: unknown, type: Field['type']): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return null;
  if (typeof value === 'bigint') {
    if (type === 'boolean') return value !== 0n;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (type === 'date' && typeof value === 'string' && !isDay(value.slice(0, 10))) return value;
  return value;
}
