import { readFile } from 'node:fs/promises';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';
import type { FlatGeometry } from '../../../../formats/flat.ts';
import { Archive, type ZipMember } from '../../../../formats/zip/archive.ts';
import type { Unpacking } from '../../../../formats/zip/unpacking.ts';
import { ByteFile } from '../../../../formats/byte-file.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerInfo, ReadOptions, LayerSource, SourceFeature } from '../source.ts';
import { DbfTable } from '../../../../formats/shapefile/read-dbf.ts';
import {
  decoderOf,
  encodingOfDriver,
  knownEncoding,
  LDID_MACHINE_ANSI,
  lookAtText,
} from '../../../../formats/encoding.ts';
import { headerOf, ShapeReader } from '../../../../formats/shapefile/read-shp.ts';
import { HEADER, placesOf, type Places } from '../../../../formats/shapefile/record-places.ts';

const READ = ['shp', 'shx', 'dbf', 'prj', 'cpg', 'cst'];

interface ShapefileLayer {
  name: string;
  files: Map<string, Unpacking>;
}

/**
 * Opens a zipped shapefile, unpacked into `folder` under generated names. Of several layers one is read: the
 * requested one, else the first. Throws Unreadable.
 */
export async function openShapefile(
  file: string,
  folder: string,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const archive = await Archive.open(file, findings);
  try {
    const groups = groupsOf(archive.members);
    if (groups.length === 0) throw new Unreadable('zip-without-shapefile');
    const layers: LayerInfo[] = [];
    let chosen: ShapefileLayer | undefined;
    for (const [n, group] of groups.entries()) {
      const isRequested = options.layer === undefined ? n === 0 : group.name === options.layer;
      const parts = await unpack(archive, group, folder, n, isRequested ? READ : ['shp', 'shx', 'dbf']);
      layers.push(layerOf(parts));
      if (isRequested) chosen ??= parts;
      else await parts.files.get('shp')?.done;
    }
    if (!chosen) throw new Unreadable('no-such-layer', { layer: (options.layer ?? '').slice(0, 80) });
    return await openLayer(archive, chosen, layers, options, findings);
  } catch (thrown) {
    archive.close();
    throw thrown;
  }
}

interface MemberGroup {
  name: string;
  members: Map<string, ZipMember>;
}

/**
 * Members with the same name belong together, whatever the case of their extensions; layers with a .shp come first.
 */
function groupsOf(members: readonly ZipMember[]): MemberGroup[] {
  const groups = new Map<string, MemberGroup>();
  for (const member of members) {
    if (!READ.includes(member.extension)) continue;
    const group = groups.get(member.group) ?? { name: member.base, members: new Map() };
    groups.set(member.group, group);
    if (!group.members.has(member.extension)) group.members.set(member.extension, member);
  }
  const has = (group: MemberGroup, extension: string) => (group.members.has(extension) ? 1 : 0);
  const usable = [...groups.values()].filter((group) => has(group, 'shp') || has(group, 'dbf'));
  const drawn = usable.filter((group) => has(group, 'shp'));
  const list = drawn.length > 0 ? drawn : usable;
  // Layers with the same name in different folders could not be distinguished.
  const seen = new Map<string, number>();
  for (const group of list) {
    const times = (seen.get(group.name) ?? 0) + 1;
    seen.set(group.name, times);
    if (times > 1) group.name = `${group.name} (${times})`;
  }
  return list;
}

async function unpack(
  archive: Archive,
  group: MemberGroup,
  folder: string,
  number: number,
  extensions: readonly string[],
): Promise<ShapefileLayer> {
  const files = new Map<string, Unpacking>();
  for (const [extension, member] of group.members)
    if (extensions.includes(extension))
      files.set(extension, await archive.begin(member, folder, `layer-${number}.${extension}`));
  for (const [extension, file] of files) await file.until(extension === 'shp' ? HEADER : file.size);
  return { name: group.name, files };
}

function layerOf(parts: ShapefileLayer): LayerInfo {
  const opened: ByteFile[] = [];
  const open = (extension: string): ByteFile | undefined => {
    const part = parts.files.get(extension);
    if (!part) return undefined;
    const file = new ByteFile(part);
    opened.push(file);
    return file;
  };
  try {
    const shp = open('shp');
    const dbf = open('dbf');
    if (!shp) {
      const rows = dbf && dbf.size >= 32 ? new DbfTable(dbf, decoderOf('windows-1252')).count : 0;
      return { name: parts.name, count: rows, geometryType: null };
    }
    const shx = open('shx');
    const kind = headerOf(shp).geometryType ?? null;
    const indexed = shx && shx.size >= 100 ? Math.floor((shx.size - 100) / 8) : 0;
    return { name: parts.name, count: indexed, geometryType: kind };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { name: parts.name, count: 0, geometryType: null };
    throw thrown;
  } finally {
    for (const file of opened) file.close();
  }
}

async function openLayer(
  archive: Archive,
  parts: ShapefileLayer,
  layers: LayerInfo[],
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const opened: ByteFile[] = [];
  const open = (extension: string): ByteFile | undefined => {
    const part = parts.files.get(extension);
    if (!part) return undefined;
    const file = new ByteFile(part);
    opened.push(file);
    return file;
  };
  const close = () => {
    for (const file of opened) file.close();
    archive.close();
  };
  try {
    const shp = open('shp');
    const dbf = open('dbf');
    if (shp) headerOf(shp);
    const unpacking = parts.files.get('shp')!;
    const places = shp && (await placesOf(shp, open('shx'), findings, () => unpacking.done));
    const shapes = places && { file: shp, unpacking, places };
    const encoding = dbf ? await encodingOf(dbf, parts, options, findings) : null;
    const table = dbf && tableOf(dbf, encoding!, findings);
    if (!shp) findings.once('no-shp');
    const count = places?.count ?? table?.count ?? 0;
    noteRows(table, places, findings);
    for (const rounded of table?.keepWholeNumbers() ?? []) findings.once('integers-as-text', rounded);
    const layer = layers.find((info) => info.name === parts.name)!;
    layer.count = count;
    return {
      layers,
      layer,
      crs: await crsOf(parts, findings),
      encoding,
      fields: table?.fields() ?? [],
      spherical: false,
      features: (into, found, progress) => featuresOf(shapes, table, count, into, found, progress),
      close,
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

function tableOf(dbf: ByteFile, encoding: string, findings: Findings): DbfTable | undefined {
  try {
    return new DbfTable(dbf, decoderOf(encoding));
  } catch (thrown) {
    if (!(thrown instanceof Unreadable) || thrown.key === 'unknown-encoding') throw thrown;
    findings.once('dbf-broken');
    return undefined;
  }
}

function noteRows(table: DbfTable | undefined, places: Places | undefined, findings: Findings): void {
  if (!places) return;
  if (!table) return findings.once('dbf-missing');
  if (table.count < places.count) findings.once('rows-missing', { rows: table.count, records: places.count });
  else if (table.count > places.count)
    findings.once('rows-left-over', { rows: table.count, records: places.count });
  else if (table.claimed !== table.count)
    findings.once('dbf-count-wrong', { claimed: table.claimed, rows: table.count });
}

/** The person's choice, else the .cpg, the dbf's driver id, or what the bytes look like; guesses are reported. */
async function encodingOf(
  dbf: ByteFile,
  parts: ShapefileLayer,
  options: ReadOptions,
  findings: Findings,
): Promise<string> {
  if (options.encoding) {
    const named = knownEncoding(options.encoding);
    if (!named) throw new Unreadable('unknown-encoding', { encoding: options.encoding.slice(0, 40) });
    return named;
  }
  const declaration = parts.files.get('cpg') ?? parts.files.get('cst');
  const declared = declaration && (await readFile(declaration.path)).subarray(0, 64).toString('latin1');
  const known = declared === undefined ? undefined : knownEncoding(declared);
  if (known) return known;
  if (declared?.trim()) findings.once('cpg-unknown', { cpg: declared.trim().slice(0, 40) });
  const { ldid, text } = DbfTable.textOf(dbf);
  const { ascii, utf8 } = lookAtText(text);
  // "The ANSI page of the machine" says little: valid UTF-8 beyond ASCII is no coincidence.
  const driver = encodingOfDriver(ldid);
  if (driver && !(ldid === LDID_MACHINE_ANSI && utf8 && !ascii)) return driver;
  if (ascii) return 'utf-8';
  const assumed = utf8 ? 'utf-8' : 'windows-1252';
  findings.once('encoding-assumed', { encoding: assumed });
  return assumed;
}

async function crsOf(parts: ShapefileLayer, findings: Findings): Promise<StatedCrs | undefined> {
  const prj = parts.files.get('prj');
  if (!prj) return undefined;
  const text = (await readFile(prj.path)).subarray(0, 64 * 1024).toString('utf8');
  const crs = await identify(text);
  if (!crs) findings.once('prj-unreadable');
  return crs;
}

/** Records that are read while the rest of their file is unpacked. */
interface Shapes {
  file: ByteFile;
  unpacking: Unpacking;
  places: Places;
}

function* featuresOf(
  shapes: Shapes | undefined,
  table: DbfTable | undefined,
  count: number,
  into: FlatGeometry,
  findings: Findings,
  progress: (part: number) => void,
): Generator<SourceFeature | Promise<void>> {
  const reader = shapes && new ShapeReader(shapes.file, shapes.places, into, findings);
  for (let i = 0; i < count; i++) {
    if ((i & 1023) === 0) progress(i / count);
    let properties: Record<string, unknown> = {};
    if (table && i < table.count) {
      const row = table.row(i, findings);
      if (!row) {
        findings.once('deleted-rows');
        continue;
      }
      properties = row;
    }
    const end = shapes ? shapes.places.start(i) + 8 + shapes.places.length(i) : 0;
    if (shapes && !shapes.unpacking.has(end)) yield shapes.unpacking.until(end);
    const hasGeometry = reader?.read(i) ?? false;
    yield { feature: i, properties, hasGeometry };
  }
  // Only now is it proven that what was read is right.
  if (shapes) yield shapes.unpacking.done;
  progress(1);
}
