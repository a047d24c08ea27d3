import { ByteFile } from '../../byte-file.ts';
import type { IntegerBounds, LeftOut, PointBlock, PointRest, PointSource, Triple } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { parseChunkTable, type LazChunk } from './chunk-table.ts';
import { MAX_EXTRA_BYTES, parseExtraDimensions } from '../extra-dimensions.ts';
import { COLOUR_AT, NIR_AT, parseLasHeader, POINT_SIZES, WAVEFORMS, type LasHeader } from './las-header.ts';
import { LasWords } from './las-words.ts';
import type { ChunkDecoder } from './chunk-decoder.ts';
import { ExtraDecoder, loadLazPerf } from './extra-decoder.ts';
import { LazDecoder, loadLazDecoder } from './laz-decoder.ts';

const BLOCK = 65_536;
const RECORD_HEAD = 54;
const MAX_RECORDS = 10_000;
const VARIABLE = 0xffffffff;
/** Largest chunk of points; programs write 50,000, and COPC up to some 100,000. */
const MAX_CHUNK_POINTS = 5_000_000;
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;
const MAX_CHUNKS = 5_000_000;
/** Points per byte of a compressed file above which it is no survey: real ones have less than one. */
const MAX_POINTS_PER_BYTE = 40;
const FREE_POINTS = 1_000_000;

/** Opens a LAS, LAZ or COPC file. `unit` and `heightUnit`: metres per unit of its coordinates. Throws UnusableCloud. */
export async function openLas(path: string, unit = 1, heightUnit = unit): Promise<PointSource> {
  const file = new ByteFile(path);
  try {
    const head = file.slice(0, 65_535);
    const header = parseLasHeader(head);
    const rest = restOf(file, header);
    const source = header.compressed
      ? new LazReader(file, header, rest, await decoderOf(file, header, head))
      : new LasReader(file, header, rest);
    const units = [unit, unit, heightUnit];
    const { pointFormat, pointCount, scale, offset } = header;
    return {
      scale: scale.map((step, axis) => step * units[axis]!) as Triple,
      offset: offset.map((value, axis) => value * units[axis]!) as Triple,
      hasColour: COLOUR_AT[pointFormat] !== undefined,
      count: pointCount,
      bounds: boundsOf(header),
      rest,
      blocks: (step) => source.blocks(step),
      close: () => file.close(),
    };
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

/** Undefined where the bounds are beyond what points can have. */
function boundsOf({ min, max, scale, offset }: LasHeader): IntegerBounds | undefined {
  const integer = (of: Triple) =>
    of.map((value, i) => Math.round((value - offset[i]!) / scale[i]!)) as Triple;
  const bounds = { min: integer(min), max: integer(max) };
  const possible = [...bounds.min, ...bounds.max].every((value) => value === (value | 0));
  return possible ? bounds : undefined;
}

/** Bits of the header that are kept: what GPS times are, and synthetic returns. */
const ENCODING = 0b1001;

/** What points have beyond the standard attributes. */
export function restOf(file: ByteFile, header: LasHeader): PointRest {
  const { pointFormat, pointSize } = header;
  const bytes = pointSize - POINT_SIZES[pointFormat]!;
  const record = bytes > 0 ? recordOf(file, header, 'LASF_Spec', 4) : undefined;
  const leftOut: LeftOut[] = [];
  if (WAVEFORMS.includes(pointFormat)) leftOut.push('waveforms');
  if (bytes > MAX_EXTRA_BYTES) leftOut.push('extra-bytes');
  return {
    nir: NIR_AT[pointFormat] !== undefined,
    extras: parseExtraDimensions(record, bytes),
    leftOut,
    encoding: header.encoding & ENCODING,
  };
}

/** Points that are stored as they are. */
class LasReader {
  readonly #file: ByteFile;
  readonly #header: LasHeader;
  readonly #rest: PointRest;

  constructor(file: ByteFile, header: LasHeader, rest: PointRest) {
    this.#file = file;
    this.#header = header;
    this.#rest = rest;
    const { pointsAt, pointSize, pointCount, headerSize } = header;
    const there = Math.max(0, Math.floor((file.size - pointsAt) / pointSize));
    if (pointsAt < headerSize || there < pointCount)
      throw new UnusableCloud('cut-off-points', { stated: pointCount, there });
  }

  *blocks(step = 1): Generator<PointBlock> {
    const { pointsAt, pointSize, pointCount } = this.#header;
    const words = new LasWords(this.#header, this.#rest);
    for (let from = 0; from < pointCount; from += BLOCK * step) {
      const count = Math.min(BLOCK, pointCount - from);
      const at = this.#file.at(pointsAt + from * pointSize, count * pointSize);
      yield words.read(this.#file.bytes.subarray(at, at + count * pointSize), count);
    }
  }
}

/** Points in compressed chunks. */
class LazReader {
  readonly #file: ByteFile;
  readonly #header: LasHeader;
  readonly #rest: PointRest;
  readonly #decoder: ChunkDecoder;
  readonly #chunks: LazChunk[];

  constructor(
    file: ByteFile,
    header: LasHeader,
    rest: PointRest,
    { decoder, chunkSize }: { decoder: ChunkDecoder; chunkSize: number },
  ) {
    this.#file = file;
    this.#header = header;
    this.#rest = rest;
    if (header.pointsAt < header.headerSize || header.pointsAt + 8 > file.size)
      throw new UnusableCloud('cut-off-points', { stated: header.pointCount, there: 0 });
    if (header.pointCount > FREE_POINTS + file.size * MAX_POINTS_PER_BYTE)
      throw new UnusableCloud('too-many-points', { stated: header.pointCount });
    this.#decoder = decoder;
    this.#chunks = this.#readChunks(chunkSize);
  }

  #readChunks(chunkSize: number): LazChunk[] {
    const [file, { pointsAt, pointCount }] = [this.#file, this.#header];
    const variable = chunkSize === VARIABLE;
    const pointer = (at: number) => Number(file.slice(at, 8).readBigInt64LE());
    const inside = (at: number) => at > pointsAt && at + 8 <= file.size;
    // Programs that cannot seek leave -1 there, and write the pointer at the end.
    const stated = pointer(pointsAt);
    const tableAt = inside(stated) ? stated : pointer(file.size - 8);
    if (!inside(tableAt)) throw new UnusableCloud('no-chunks');
    const entries = file.slice(tableAt, 8).readUInt32LE(4);
    if (
      entries === 0 ||
      entries > MAX_CHUNKS ||
      (!variable && (chunkSize === 0 || chunkSize > MAX_CHUNK_POINTS))
    )
      throw new UnusableCloud('damaged-points');
    const chunks = parseChunkTable(file.slice(tableAt, 8 + entries * 16), entries, variable);
    let [left, at] = [pointCount, pointsAt + 8];
    for (const chunk of chunks) {
      if (!variable) chunk.count = Math.min(chunkSize, left);
      left -= chunk.count;
      at += chunk.bytes;
      if (chunk.count > MAX_CHUNK_POINTS || chunk.bytes > MAX_CHUNK_BYTES || left < 0 || at > tableAt)
        throw new UnusableCloud('damaged-points');
    }
    if (left > 0) throw new UnusableCloud('cut-off-points', { stated: pointCount, there: pointCount - left });
    return chunks;
  }

  *blocks(step = 1): Generator<PointBlock> {
    const words = new LasWords(this.#header, this.#rest);
    let offset = this.#header.pointsAt + 8;
    for (const [i, { count, bytes }] of this.#chunks.entries()) {
      if (count > 0 && i % step === 0) {
        const at = this.#file.at(offset, bytes);
        yield words.read(this.#decoder.decode(this.#file.bytes.subarray(at, at + bytes), count), count);
      }
      offset += bytes;
    }
  }
}

const EXTENDED = 6;

async function decoderOf(
  file: ByteFile,
  header: LasHeader,
  head: Buffer,
): Promise<{ decoder: ChunkDecoder; chunkSize: number }> {
  const laszip = laszipOf(file, header);
  const chunkSize = laszip.readUInt32LE(12);
  const { pointFormat, pointSize } = header;
  const hasExtra = pointFormat >= EXTENDED && pointSize > POINT_SIZES[pointFormat]!;
  const decoder =
    hasExtra && !WAVEFORMS.includes(pointFormat)
      ? new ExtraDecoder(await loadLazPerf(), header)
      : new LazDecoder(await loadLazDecoder(), head, laszip, header);
  return { decoder, chunkSize };
}

/** The content of the record that says how points are compressed. */
function laszipOf(file: ByteFile, header: LasHeader): Buffer {
  const content = recordOf(file, header, 'laszip encoded', 22204);
  if (!content || content.length < 34) throw new UnusableCloud('damaged');
  return content;
}

/** The content of a record before the points. */
function recordOf(
  file: ByteFile,
  { headerSize, pointsAt, records }: LasHeader,
  user: string,
  id: number,
): Buffer | undefined {
  for (let at = headerSize, n = 0; n < Math.min(records, MAX_RECORDS); n++) {
    if (at + RECORD_HEAD > Math.min(pointsAt, file.size)) break;
    const head = file.slice(at, RECORD_HEAD);
    const length = head.readUInt16LE(20);
    const own = head.toString('latin1', 2, 18).replace(/\0.*$/s, '');
    if (own === user && head.readUInt16LE(18) === id && at + RECORD_HEAD + length <= pointsAt)
      return file.slice(at + RECORD_HEAD, length);
    at += RECORD_HEAD + length;
  }
  return undefined;
}
