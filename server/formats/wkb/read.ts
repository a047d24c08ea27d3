import type { GeometryType } from '#core/protocol';
import { FlatGeometry } from '../flat.ts';
import { hasHeights, SRID_FLAG, typeOf } from './codes.ts';

/**
 * Goes through well-known binary from head to head, without making geometries: ISO or EWKB, either byte order, positions of
 * two or three ordinates. Several geometries may follow each other in the same bytes.
 */
export class WkbReader {
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  #little = true;
  /** The next byte to be read. */
  at = 0;
  /** Ordinates of a position, as the last head says. */
  stride: 2 | 3 = 2;

  open(bytes: Uint8Array, at = 0): this {
    if (bytes !== this.#bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = bytes;
    this.at = at;
    return this;
  }

  /** The head of a geometry, or of a part of one. Undefined: a type that objects do not have. */
  head(): GeometryType | undefined {
    this.#little = this.#view.getUint8(this.at++) === 1;
    const code = this.count();
    if (code & SRID_FLAG) this.at += 4;
    this.stride = hasHeights(code) ? 3 : 2;
    return typeOf(code);
  }

  /** How many parts, rings or positions follow. */
  count(): number {
    const value = this.#view.getUint32(this.at, this.#little);
    this.at += 4;
    return value;
  }

  ordinates(count: number, into: Float64Array, from = 0): void {
    const [view, little, start] = [this.#view, this.#little, this.at];
    for (let i = 0; i < count; i++) into[from + i] = view.getFloat64(start + 8 * i, little);
    this.at = start + 8 * count;
  }

  skipPositions(count: number): void {
    this.at += 8 * this.stride * count;
  }
}

/** The geometry at which `reader` is, as flat numbers; undefined: it is empty, or of a type that objects do not have. */
export function readFlat(reader: WkbReader): FlatGeometry | undefined {
  const type = reader.head();
  if (!type) return undefined;
  const into = new FlatGeometry().reset(type, reader.stride);
  const positions = (count: number): void => {
    into.reserve(count * into.stride);
    reader.ordinates(count * into.stride, into.flat, into.size);
    into.size += count * into.stride;
  };
  const run = (): void => {
    positions(reader.count());
    into.endRun();
  };
  const rings = (): void => {
    for (let left = reader.count(); left > 0; left--) run();
    into.endPolygon();
  };
  const parts = (read: () => void): void => {
    for (let left = reader.count(); left > 0; left--) {
      reader.head();
      read();
    }
  };
  switch (type) {
    case 'Point':
      positions(1);
      into.endRun();
      break;
    case 'LineString':
      run();
      break;
    case 'Polygon':
      rings();
      break;
    case 'MultiPoint':
      parts(() => positions(1));
      into.endRun();
      break;
    case 'MultiLineString':
      parts(run);
      break;
    case 'MultiPolygon':
      parts(rings);
  }
  return into.size > 0 ? into : undefined;
}

/** @see readFlat, of hexadecimal text. */
export const readHex = (hex: string): FlatGeometry | undefined =>
  readFlat(new WkbReader().open(Buffer.from(hex, 'hex')));
