import { ByteFile } from '../../../../formats/byte-file.ts';
import { FlatTable } from '../../../../formats/flatbuffer-table.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';
import { registeredCrs } from '../../../../shared/crs/register.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type SourceRecord } from '../streamed.ts';
import { columnOf, propertiesOf, type FgbColumn } from './columns.ts';
import { fgbGeometry } from './fgb-geometry.ts';

/** The numbers of fields in the schema of FlatGeobuf 3. */
const HEADER = { name: 0, geometryType: 2, columns: 7, count: 8, nodeSize: 9, crs: 10 } as const;
const CRS = { org: 0, code: 1, wkt: 4 } as const;
const FEATURE = { geometry: 0, properties: 1, columns: 2 } as const;
const MAX_HEADER = 16 * 1024 * 1024;
const MAX_FEATURE = 128 * 1024 * 1024;
const NODE = 40;

/** Opens FlatGeobuf, version 3. Its index is not needed. */
export async function openFlatGeobuf(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  try {
    const { header, start } = headerOf(file);
    const name = header.text(HEADER.name)?.slice(0, 120) || from.name;
    const columns = header.tables(HEADER.columns).map(columnOf);
    const crs = await crsOf(header.table(HEADER.crs));
    const type = header.byte(HEADER.geometryType);
    let at = start;
    return streamed(
      {
        name,
        crs,
        encoding: 'utf-8',
        fields: () => columns.flatMap(({ field }) => (field ? [field] : [])),
        *records(found): Generator<SourceRecord> {
          for (at = start; at < file.size;) {
            if (at + 4 > file.size) return found.once('truncated');
            const size = file.slice(at, 4).readUInt32LE(0);
            if (size === 0 || size > MAX_FEATURE || at + 4 + size > file.size)
              return found.once('flatgeobuf-cut');
            const bytes = file.slice(at + 4, size);
            at += 4 + size;
            yield recordOf(bytes, name, columns, type);
          }
        },
        part: () => at / file.size,
        close: () => file.close(),
      },
      options,
      findings,
    );
  } catch (thrown) {
    file.close();
    if (thrown instanceof RangeError) throw new Unreadable('flatgeobuf-broken');
    throw thrown;
  }
}

function headerOf(file: ByteFile): { header: FlatTable; start: number } {
  const magic = file.slice(0, 12);
  if (magic.length < 12 || magic.toString('latin1', 0, 3) !== 'fgb') throw new Unreadable('no-flatgeobuf');
  if (magic[3] !== 3) throw new Unreadable('flatgeobuf-version', { version: magic[3]! });
  const size = magic.readUInt32LE(8);
  if (size < 8 || size > MAX_HEADER || 12 + size > file.size) throw new Unreadable('flatgeobuf-broken');
  const header = FlatTable.root(viewOf(file.slice(12, size)));
  const [count, nodeSize] = [header.ulong(HEADER.count), header.ushort(HEADER.nodeSize, 16)];
  const start = 12 + size + (nodeSize > 0 && count > 0 ? indexSize(count, nodeSize) : 0);
  if (!(start <= file.size)) throw new Unreadable('flatgeobuf-broken');
  return { header, start };
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Of a packed R-tree: its leaves, and the levels above them; a single leaf has a root above it, too. */
export function indexSize(count: number, nodeSize: number): number {
  const wide = Math.max(2, nodeSize);
  let [level, nodes] = [count, count];
  do {
    level = Math.ceil(level / wide);
    nodes += level;
  } while (level > 1);
  return nodes * NODE;
}

async function crsOf(table: FlatTable | undefined): Promise<StatedCrs | undefined> {
  if (!table) return undefined;
  const code = table.int(CRS.code);
  const org = table.text(CRS.org) ?? 'EPSG';
  if (code > 0 && /^epsg$/i.test(org)) {
    const registered = await registeredCrs(code);
    if (registered) return { code, name: registered.name };
  }
  const wkt = table.text(CRS.wkt);
  return wkt === undefined ? undefined : await identify(wkt);
}

function recordOf(
  bytes: Uint8Array,
  layer: string,
  columns: readonly FgbColumn[],
  type: number,
): SourceRecord {
  try {
    const feature = FlatTable.root(viewOf(bytes));
    const own = feature.tables(FEATURE.columns).map(columnOf);
    const properties = propertiesOf(feature.bytes(FEATURE.properties), own.length > 0 ? own : columns);
    const geometry = feature.table(FEATURE.geometry);
    const read = geometry ? fgbGeometry(geometry, type, 0) : null;
    if (read === undefined)
      return {
        layer,
        properties,
        geometry: () => null,
        problems: [['unknown-geometry', { type: String(type) }]],
      };
    return { layer, properties, geometry: () => read };
  } catch (thrown) {
    if (thrown instanceof RangeError)
      return { layer, properties: {}, geometry: () => null, problems: [['corrupt-record']] };
    throw thrown;
  }
}
