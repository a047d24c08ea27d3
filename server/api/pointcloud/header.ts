import type { CloudHeader } from '#core/protocol';
import { identify } from '../../shared/crs/identify.ts';
import { registeredCrs } from '../../shared/crs/register.ts';
import { HttpError } from '../../base/http-error.ts';
import { Unusable } from '../../base/unusable.ts';
import { COLOUR_AT, parseLasHeader, type LasHeader } from '../../formats/pointcloud/las/las-header.ts';
import { geoKey, textOf, unitsOf } from './las-units.ts';

/** Reads bytes `start` to `end`, inclusive. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

const RECORD_HEAD = 54;
const EXTENDED_HEAD = 60;
const MAX_RECORDS = 1000;
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Parses the first bytes of a LAS, LAZ or COPC file. Throws 422 when it is not one. */
export function parseHead(head: Buffer, name: string): LasHeader {
  try {
    return parseLasHeader(head);
  } catch (thrown) {
    throw thrown instanceof Unusable ? new HttpError(422, thrown.key, { name, ...thrown.values }) : thrown;
  }
}

/**
 * Reads the whole header with the CRS of a file of `size` bytes. Throws 422 when it is truncated or not a point
 * cloud.
 */
export async function readCloudHeader(
  read: ReadBytes,
  size: number,
  head: Buffer,
  name: string,
): Promise<CloudHeader> {
  const las = parseHead(head, name);
  const { pointsAt, pointSize, pointCount } = las;
  const holds = Math.max(0, Math.floor((size - pointsAt) / pointSize));
  if (pointsAt < las.headerSize) throw new HttpError(422, 'pointcloud.damaged', { name });
  if (pointsAt >= size || (!las.compressed && holds < pointCount))
    throw new HttpError(422, 'pointcloud.cut-off-points', { name, stated: pointCount, there: holds });
  const records = await recordsOf(read, size, las);
  const of = (user: string, id: number) => records.find((one) => one.user === user && one.id === id)?.content;
  const packed = of('laszip encoded', 22204);
  if (las.compressed && (!packed || packedSize(packed) !== pointSize))
    throw new HttpError(422, 'pointcloud.damaged', { name });
  const [wkt, keys] = [of('LASF_Projection', 2112), of('LASF_Projection', 34735)];
  const { code, stated } = await crsOf(las, wkt && textOf(wkt), keys);
  const { version, pointFormat, scale, min, max, program } = las;
  return {
    format: !las.compressed ? 'las' : of('copc', 1) ? 'copc' : 'laz',
    version,
    pointFormat,
    pointCount,
    min,
    max,
    scale,
    hasColour: COLOUR_AT[pointFormat] !== undefined,
    crs: code,
    crsName: stated,
    ...unitsOf(wkt, keys),
    scans: 0,
    images: 0,
    columns: null,
    lines: [],
    program,
  };
}

/** Bytes of a point, of the items into which LASzip has taken it apart. */
function packedSize(record: Buffer): number {
  const [items, first] = [32, 34];
  let sum = 0;
  for (let at = first, n = record.length >= first ? record.readUInt16LE(items) : 0; n > 0; n--, at += 6)
    sum += at + 6 <= record.length ? record.readUInt16LE(at + 2) : NaN;
  return sum;
}

interface VariableRecord {
  user: string;
  id: number;
  content: Buffer;
}

/**
 * The variable length records, before the points and, since LAS 1.4, after them. Records out of bounds are skipped.
 */
async function recordsOf(read: ReadBytes, size: number, las: LasHeader): Promise<VariableRecord[]> {
  const found: VariableRecord[] = [];
  const end = Math.min(las.pointsAt, las.headerSize + MAX_RECORD_BYTES);
  const before = las.headerSize < end ? await read(las.headerSize, end - 1) : Buffer.alloc(0);
  for (let at = 0, n = 0; n < Math.min(las.records, MAX_RECORDS); n++) {
    if (at + RECORD_HEAD > before.length) break;
    const length = before.readUInt16LE(at + 20);
    const from = at + RECORD_HEAD;
    found.push({ ...keyOf(before, at), content: before.subarray(from, from + length) });
    at = from + length;
  }
  for (let at = las.extendedAt, n = 0; n < Math.min(las.extended, 100); n++) {
    if (at < las.pointsAt || at + EXTENDED_HEAD > size) break;
    const head = await read(at, at + EXTENDED_HEAD - 1);
    const length = Number(head.readBigUInt64LE(20));
    const key = keyOf(head, 0);
    const from = at + EXTENDED_HEAD;
    const requested =
      key.user === 'LASF_Projection' && length > 0 && length < 1_000_000 && from + length <= size;
    if (requested) found.push({ ...key, content: await read(from, from + length - 1) });
    at = from + length;
  }
  return found;
}

function keyOf(record: Buffer, at: number): { user: string; id: number } {
  return {
    user: record.toString('latin1', at + 2, at + 18).replace(/\0.*$/s, ''),
    id: record.readUInt16LE(at + 18),
  };
}

/** The CRS from WKT, else from GeoTIFF keys, with its EPSG code where the coordinates are plausible for it. */
export async function crsOf(
  bounds: Pick<LasHeader, 'min' | 'max'> | null,
  text: string | undefined,
  keys?: Buffer,
): Promise<{ code: string | null; stated: string | null }> {
  const found = text ? await identify(text) : undefined;
  // 3072 ProjectedCSType, 2048 GeographicType.
  const code = found ? 'code' in found && found.code : keys && (geoKey(keys, 3072) ?? geoKey(keys, 2048));
  const known = code ? await registeredCrs(code) : undefined;
  const stated = (found?.name ?? known?.name ?? '').slice(0, 200) || null;
  // Some files say 4326 and contain metres: then the person is asked.
  const degrees = known?.geographic;
  const corners = bounds && [bounds.min, bounds.max];
  const possible = corners?.every(([x, y]) => Math.abs(x) <= 360 && Math.abs(y) <= 90);
  return { code: known && (!degrees || possible) ? `EPSG:${code}` : null, stated };
}
