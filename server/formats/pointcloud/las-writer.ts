import { closeSync, openSync, writeSync } from 'node:fs';
import { geoKeysOf, type LasCrs } from './las-crs.ts';
import { LAS_POINT_SIZES, MAX_LEGACY_CLASS, putPoint, type LasFormat } from './las-layout.ts';
import type { ExtraDimension } from './extra-dimensions.ts';
import type { PointEncoder } from './point-encoder.ts';
import type { NodePoints, Vector3 } from './source.ts';

export interface LasOptions extends LasCrs {
  version: '1.2' | '1.4';
  format: LasFormat;
  scale: Vector3;
  offset: Vector3;
  /** Dimensions after the standard ones; default: none. */
  extras?: readonly ExtraDimension[] | undefined;
  /** Bits of the header that say what times and returns are. */
  encoding?: number | undefined;
  /** Compresses the points; without it they are written as they are. */
  encoder?: PointEncoder | undefined;
}

const HEADER = { '1.2': 227, '1.4': 375 } as const;
const RECORD_HEAD = 54;
const BUFFER_POINTS = 65_536;
/** Bit of the global encoding: the CRS is well-known text. */
const WKT = 16;
const LAZ = 0x80;

/** Writes a LAS or LAZ file. Coordinates must fit into 32 bits with the scale and offset. */
export class LasWriter {
  readonly #file: number;
  readonly #options: LasOptions;
  readonly #size: number;
  readonly #standard: number;
  readonly #buffer: Buffer;
  readonly #pointsAt: number;
  #filled = 0;
  #end: number;
  #min: Vector3 = [Infinity, Infinity, Infinity];
  #max: Vector3 = [-Infinity, -Infinity, -Infinity];
  readonly #returns = Array.from({ length: 15 }, () => 0);
  /** Points whose class the format cannot hold. */
  lostClasses = 0;
  count = 0;

  constructor(path: string, options: LasOptions) {
    this.#options = options;
    this.#standard = LAS_POINT_SIZES[options.format];
    this.#size = this.#standard + (options.extras ?? []).reduce((sum, { size }) => sum + size, 0);
    this.#buffer = Buffer.alloc(this.#size * BUFFER_POINTS);
    this.#file = openSync(path, 'wx', 0o600);
    const records = this.#records();
    this.#pointsAt = HEADER[options.version] + records.reduce((sum, each) => sum + each.length, 0);
    this.#end = HEADER[options.version];
    for (const record of records) this.#write(record);
    const start = options.encoder?.start(this.#pointsAt);
    if (start) this.#write(start);
  }

  /** Adds point `i` of a node at integers of this file's scale and offset; `extra`: the bytes of its extra dimensions. */
  add(points: NodePoints, i: number, place: Vector3, extra?: Uint8Array): void {
    const { format, version } = this.#options;
    const at = this.#filled * this.#size;
    putPoint(this.#view, at, format, points, i, place);
    if (extra) this.#buffer.set(extra, at + this.#standard);
    if (format < 6 && points.classification[i]! > MAX_LEGACY_CLASS) this.lostClasses++;
    for (let axis = 0; axis < 3; axis++) {
      this.#min[axis] = Math.min(this.#min[axis]!, place[axis]!);
      this.#max[axis] = Math.max(this.#max[axis]!, place[axis]!);
    }
    const last = version === '1.4' ? 15 : 5;
    const number = points.returnNumber[i]!;
    if (number >= 1 && number <= last) this.#returns[number - 1]!++;
    this.count++;
    if (++this.#filled === BUFFER_POINTS) this.#flush();
  }

  get #view(): DataView {
    return new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.length);
  }

  close(): void {
    this.#flush();
    const end = this.#options.encoder?.end();
    if (end) {
      this.#write(end.bytes);
      for (const { at, bytes } of end.patches) writeSync(this.#file, bytes, 0, bytes.length, at);
    }
    const header = this.#header();
    writeSync(this.#file, header, 0, header.length, 0);
    closeSync(this.#file);
  }

  /** Closes a file that is given up. */
  abandon(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled * this.#size);
    const { encoder } = this.#options;
    if (bytes.length > 0) this.#write(encoder ? encoder.points(bytes) : bytes);
    this.#filled = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
    this.#end += bytes.length;
  }

  #records(): Buffer[] {
    const { wkt, format, encoder } = this.#options;
    const records: Buffer[] = [];
    if (format >= 6) {
      if (wkt) records.push(record('LASF_Projection', 2112, Buffer.from(`${wkt}\0`)));
    } else {
      const keys = geoKeysOf(this.#options);
      if (keys) records.push(record('LASF_Projection', 34735, keys));
    }
    const { extras = [] } = this.#options;
    if (extras.length > 0)
      records.push(record('LASF_Spec', 4, Buffer.concat(extras.map(({ descriptor }) => descriptor))));
    if (encoder) records.push(record('laszip encoded', 22204, Buffer.from(encoder.record())));
    return records;
  }

  #header(): Buffer {
    const { version, format, scale, offset, encoder, wkt } = this.#options;
    const header = Buffer.alloc(HEADER[version]);
    header.write('LASF', 0);
    const { encoding = 0 } = this.#options;
    header.writeUInt16LE((format >= 6 && wkt ? WKT : 0) | (format >= 6 ? encoding : encoding & 1), 6);
    header[24] = 1;
    header[25] = Number(version.slice(2));
    header.write('Groma', 26);
    header.write('Groma', 58);
    const now = new Date();
    const day = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 0)) / 86_400_000);
    header.writeUInt16LE(day, 90);
    header.writeUInt16LE(now.getUTCFullYear(), 92);
    header.writeUInt16LE(HEADER[version], 94);
    header.writeUInt32LE(this.#pointsAt, 96);
    header.writeUInt32LE(this.#records().length, 100);
    header[104] = format | (encoder ? LAZ : 0);
    header.writeUInt16LE(this.#size, 105);
    const legacy = format < 6 && this.count < 2 ** 32;
    header.writeUInt32LE(legacy ? this.count : 0, 107);
    for (let n = 0; n < 5; n++) header.writeUInt32LE(legacy ? this.#returns[n]! : 0, 111 + 4 * n);
    for (let axis = 0; axis < 3; axis++) {
      header.writeDoubleLE(scale[axis]!, 131 + 8 * axis);
      header.writeDoubleLE(offset[axis]!, 155 + 8 * axis);
      const bound = (value: number) => (this.count > 0 ? value * scale[axis]! + offset[axis]! : 0);
      header.writeDoubleLE(bound(this.#max[axis]!), 179 + 16 * axis);
      header.writeDoubleLE(bound(this.#min[axis]!), 187 + 16 * axis);
    }
    if (version === '1.4') {
      header.writeBigUInt64LE(BigInt(this.count), 247);
      for (let n = 0; n < 15; n++) header.writeBigUInt64LE(BigInt(this.#returns[n]!), 255 + 8 * n);
    }
    return header;
  }
}

function record(user: string, id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(RECORD_HEAD);
  head.write(user, 2);
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(content.length, 20);
  return Buffer.concat([head, content]);
}
