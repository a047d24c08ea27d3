import type { CloudHeader } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { Unusable } from '../../base/unusable.ts';
import { parseWkt } from '../../formats/crs-wkt.ts';
import { CopcSource } from '../../formats/pointcloud/copc-source.ts';
import { parseE57Header, xmlIn, xmlRange } from '../../formats/pointcloud/e57/e57-file.ts';
import { scansOf, countImages } from '../../formats/pointcloud/e57/e57-scans.ts';
import { find, parseE57Xml, type E57Element } from '../../formats/pointcloud/e57/e57-xml.ts';
import { parsePlyHeader } from '../../formats/pointcloud/ply/ply-header.ts';
import { firstLines, guessColumns, isPointText, isPts } from '../../formats/pointcloud/text/columns.ts';
import { UnreadableCloud } from '../../formats/pointcloud/source.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import type { Services } from '../../platform/services/services.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import type { ReceivedContent } from '../../shared/files/receive.ts';
import { crsOf, parseHead, readCloudHeader, type ReadBytes } from './header.ts';
import { verticalCrsOf } from './las-units.ts';

const NOTHING_STATED = {
  version: '',
  pointFormat: null,
  pointCount: null,
  min: null,
  max: null,
  scale: null,
  hasColour: false,
  crs: null,
  crsName: null,
  verticalCrs: null,
  unit: null,
  heightUnit: null,
  scans: 0,
  images: 0,
  columns: null,
  lines: [],
  program: null,
};

const MEDIA_TYPES: Readonly<Record<CloudHeader['format'], string>> = {
  las: 'application/vnd.las',
  laz: 'application/vnd.laszip',
  copc: 'application/vnd.laszip',
  e57: 'model/e57',
  ply: 'model/ply',
  pts: 'text/plain',
  xyz: 'text/plain',
};

/** Checks the first bytes of an upload. Throws HttpError 422 when they are of no point cloud. */
export function checkStart(head: Buffer, name: string): void {
  const kind = kindOf(head);
  if (kind === 'las') parseHead(head, name);
  else if (kind === 'ply') said(name, () => parsePlyHeader(head));
  else if (kind === 'text') said(name, () => textHeader(head));
}

/** The header of a whole upload. Throws HttpError 422. */
export async function examineCloud(
  { storage }: Services,
  { key, name, head, bytes }: ReceivedContent,
): Promise<{ mediaType: string; facts: CloudHeader }> {
  const facts = await readWhole((start, end) => bytesOf(storage, key, start, end), bytes, head, name);
  return { mediaType: MEDIA_TYPES[facts.format], facts };
}

/**
 * The header of a whole file, as `readHeader`. A COPC is viewed as it is: one whose index is not sound is taken as the
 * LAZ that it also is, which is converted, or not, with a sentence.
 */
export async function readWhole(
  read: ReadBytes,
  bytes: number,
  head: Buffer,
  name: string,
): Promise<CloudHeader> {
  const header = await readHeader(read, bytes, head, name);
  if (header.format !== 'copc') return header;
  try {
    const source = await CopcSource.open(read, bytes);
    if (await source.root()) return header;
  } catch (thrown) {
    if (!(thrown instanceof UnreadableCloud)) throw thrown;
  }
  return { ...header, format: 'laz' };
}

/** The header of a file of `bytes` bytes that begins with `head`. Throws HttpError 422. */
export async function readHeader(
  read: ReadBytes,
  bytes: number,
  head: Buffer,
  name: string,
): Promise<CloudHeader> {
  const kind = kindOf(head);
  if (kind === 'las') return readCloudHeader(read, bytes, head, name);
  if (kind === 'ply') return said(name, () => plyHeader(head));
  if (kind === 'text') return said(name, () => textHeader(head));
  const header = said(name, () => parseE57Header(head, bytes));
  const xml = await read(...xmlRange(header, bytes));
  const root = said(name, () => parseE57Xml(xmlIn(xml, header)));
  const facts = said(name, () => e57Header(root, header.version));
  const text = find(root, 'coordinateMetadata')?.text.trim() ?? '';
  const wkt = parseWkt(text);
  if (!wkt) return facts;
  const { code, stated } = await crsOf(null, text);
  return { ...facts, crs: code, crsName: stated, verticalCrs: verticalCrsOf(wkt) };
}

function kindOf(head: Buffer): 'las' | 'e57' | 'ply' | 'text' {
  const mark = head.toString('latin1', 0, 8);
  if (mark.startsWith('LASF')) return 'las';
  if (mark === 'ASTM-E57') return 'e57';
  return /^ply\r?\n/.test(mark) ? 'ply' : 'text';
}

/** What `read` returns; what it throws names the file. */
function said<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Unusable) throw new HttpError(422, thrown.key, { name, ...thrown.values });
    throw thrown;
  }
}

function plyHeader(head: Buffer): CloudHeader {
  const { version, count, properties, program } = parsePlyHeader(head);
  const hasColour = properties.some(({ name }) => /red$/i.test(name));
  return { ...NOTHING_STATED, format: 'ply', version, pointCount: count, hasColour, program };
}

function textHeader(head: Buffer): CloudHeader {
  const lines = firstLines(head);
  if (head.includes(0) || !isPointText(lines)) throw new UnusableCloud('not-las');
  const columns = guessColumns(lines);
  const hasColour = columns?.columns.includes('red') ?? false;
  return { ...NOTHING_STATED, format: isPts(lines) ? 'pts' : 'xyz', hasColour, columns, lines };
}

function e57Header(root: E57Element, version: string): CloudHeader {
  const scans = scansOf(root);
  const stated = scans.reduce((sum, { count }) => sum + count, 0);
  if (!(stated > 0)) throw new UnusableCloud('empty');
  const hasColour = scans.some(({ fields }) => fields.some(({ name }) => name === 'colorRed'));
  const images = countImages(root);
  return { ...NOTHING_STATED, format: 'e57', version, hasColour, unit: 1, scans: scans.length, images };
}
