import { ByteFile } from '../../byte-file.ts';
import type { IntegerBounds, PointBlock, PointSource, Triple } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { parseChunkTable, type LazChunk } from './chunk-table.ts';
import { COLOUR_AT, parseLasHeader, type LasHeader } from './las-header.ts';
import { LasWords } from './las-words.ts';
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
    const source = header.compressed
      ? new LazReader(file, header, head, await loadLazDecoder())
      : new LasReader(file, header);
    const units = [unit, unit, heightUnit];
    const { pointFormat, pointCount, scale, offset } = header;
    return {
      scale: scale.map((step, axis) => step * units[axis]!) as Triple,
      offset: offset.map((value, axis) => value * units[axis]!) as Triple,
      hasColour: COLOUR_AT[pointFormat] !== undefined,
      count: pointCount,
      bounds: boundsOf(header),
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

/** Points that are stored as they are. */
class LasReader {
  readonly #file: ByteFile;
  readonly #header: LasHeader;

  constructor(file: ByteFile, header: LasHeader) {
    this.#file = file;
    this.#header = header;
    const { pointsAt, pointSize, pointCount, headerSize } = header;
    const there = Math.max(0, Math.floor((file.size - pointsAt) / pointSize));
    if (pointsAt < headerSize || there < pointCount)
      throw new UnusableCloud('cut-off-points', { stated: pointCount, there });
  }

  *blocks(step = 1): Generator<PointBlock> {
    const { pointsAt, pointSize, pointCount } = this.#header;
    const words = new LasWords(this.#header);
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
  readonly #decoder: LazDecoder;
  readonly #chunks: LazChunk[];

  constructor(
    file: ByteFile,
    header: LasHeader,
    head: Buffer,
    library: Awaited<ReturnType<typeof loadLazDecoder>>,
  ) {
    this.#file = file;
    this.#header = header;
    if (header.pointsAt < header.headerSize || header.pointsAt + 8 > file.size)
      throw new UnusableCloud('cut-off-points', { stated: header.pointCount, there: 0 });
    if (header.pointCount > FREE_POINTS + file.size * MAX_POINTS_PER_BYTE)
      throw new UnusableCloud('too-many-points', { stated: header.pointCount });
    const laszip = laszipOf(file, header);
    this.#decoder = new LazDecoder(library, head, laszip, header);
    this.#chunks = this.#readChunks(laszip.readUInt32LE(12));
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
    const words = new LasWords(this.#header);
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

/** The content of the record that says how points are compressed. */
function laszipOf(file: ByteFile, { headerSize, pointsAt, records }: LasHeader): Buffer {
  for (let at = headerSize, n = 0; n < Math.min(records, MAX_RECORDS); n++) {
    if (at + RECORD_HEAD > pointsAt) break;
    const head = file.slice(at, RECORD_HEAD);
    const length = head.readUInt16LE(20);
    const isLaszip = head.toString('latin1', 2, 16) === 'laszip encoded' && head.readUInt16LE(18) === 22204;
    if (isLaszip && length >= 34 && at + RECORD_HEAD + length <= pointsAt)
      return file.slice(at + RECORD_HEAD, length);
    at += RECORD_HEAD + length;
  }
  throw new UnusableCloud('damaged');
}
