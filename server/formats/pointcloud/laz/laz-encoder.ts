import type { PointEncoder } from '../point-encoder.ts';
import { Byte14Encoder } from './byte14.ts';
import { IntegerEncoder } from './integer-encoder.ts';
import { Point14Encoder } from './point14.ts';
import { RangeEncoder } from './range-encoder.ts';
import { Rgb14Encoder } from './rgb14.ts';

/** Points of a chunk, as most programs write. */
const CHUNK = 50_000;
const POINT = { size: 30, type: 10 };
const RGB = { size: 6, type: 11 };
const RGB_NIR = { size: 8, type: 12 };
const BYTES = 14;
const LAYERED = 3;

/** LAZ of the point formats 6 to 8: chunks of 50,000 points in layers, and a table of the chunks at the end. */
export class LazEncoder implements PointEncoder {
  readonly #items: { size: number; type: number }[];
  readonly #stride: number;
  readonly #colourSize: number;
  readonly #extra: number;
  #point = new Point14Encoder();
  #rgb: Rgb14Encoder | undefined;
  #bytes: Byte14Encoder | undefined;
  #count = 0;
  #at = 0;
  /** Bytes after the place of the table's address. */
  #written = 0;
  readonly #chunks: number[] = [];

  /** `extra`: bytes of a point after those of its format. */
  constructor(format: 6 | 7 | 8, extra = 0) {
    this.#items = [POINT];
    if (format === 7) this.#items.push(RGB);
    if (format === 8) this.#items.push(RGB_NIR);
    if (extra > 0) this.#items.push({ size: extra, type: BYTES });
    this.#extra = extra;
    this.#colourSize = format === 8 ? RGB_NIR.size : format === 7 ? RGB.size : 0;
    this.#stride = this.#items.reduce((sum, { size }) => sum + size, 0);
    this.#begin();
  }

  record(): Uint8Array {
    const record = Buffer.alloc(34 + 6 * this.#items.length);
    record.writeUInt16LE(LAYERED, 0);
    // Version 3.4 revision 3 of LASzip.
    record.set([3, 4, 3, 0], 4);
    record.writeUInt32LE(CHUNK, 12);
    record.fill(0xff, 16, 32);
    record.writeUInt16LE(this.#items.length, 32);
    for (const [n, { type, size }] of this.#items.entries()) {
      record.writeUInt16LE(type, 34 + 6 * n);
      record.writeUInt16LE(size, 36 + 6 * n);
      record.writeUInt16LE(LAYERED, 38 + 6 * n);
    }
    return record;
  }

  start(at: number): Uint8Array {
    this.#at = at;
    return new Uint8Array(8);
  }

  points(bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const ready: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += this.#stride) {
      const channel = this.#point.add(view, at);
      this.#rgb?.add(view, at + POINT.size, channel);
      this.#bytes?.add(view, at + POINT.size + this.#colourSize, channel);
      if (++this.#count === CHUNK) ready.push(this.#chunk());
    }
    return Buffer.concat(ready);
  }

  end(): ReturnType<PointEncoder['end']> {
    const last = this.#count > 0 ? this.#chunk() : new Uint8Array(0);
    const table = Buffer.alloc(8);
    table.writeUInt32LE(this.#chunks.length, 4);
    const address = Buffer.alloc(8);
    address.writeBigInt64LE(BigInt(this.#at + 8 + this.#written));
    const bytes = Buffer.concat([last, table, this.#sizes()]);
    return { bytes, patches: [{ at: this.#at, bytes: address }] };
  }

  /** First points, number of points, sizes of the layers, layers. */
  #chunk(): Uint8Array {
    const parts = [this.#point, this.#rgb, this.#bytes].flatMap((part) => part?.end() ?? []);
    const layers = parts.flatMap((part) => part.layers);
    const head = Buffer.alloc(4 + 4 * layers.length);
    head.writeUInt32LE(this.#count, 0);
    for (const [n, layer] of layers.entries()) head.writeUInt32LE(layer.length, 4 + 4 * n);
    const chunk = Buffer.concat([...parts.map(({ first }) => first), head, ...layers]);
    this.#chunks.push(chunk.length);
    this.#written += chunk.length;
    this.#begin();
    return chunk;
  }

  #begin(): void {
    this.#point = new Point14Encoder();
    this.#rgb = this.#colourSize > 0 ? new Rgb14Encoder(this.#colourSize === RGB_NIR.size) : undefined;
    this.#bytes = this.#extra > 0 ? new Byte14Encoder(this.#extra) : undefined;
    this.#count = 0;
  }

  #sizes(): Uint8Array {
    const to = new RangeEncoder();
    const integers = new IntegerEncoder(32, 2);
    let before = 0;
    for (const size of this.#chunks) {
      integers.code(to, before, size, 1);
      before = size;
    }
    return to.end();
  }
}
