import type { ByteWriter } from '../byte-writer.ts';
import type { FlatGeometry } from '../flat.ts';

/** Longest a position gets as text: three numbers of up to 24 characters, and its signs. */
const POSITION = 80;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** GeoJSON text with every digit the numbers have. */
export function writeGeojson(geometry: FlatGeometry, out: ByteWriter): void {
  const { type, flat, size, stride, ends, polygons } = geometry;
  out.reserve(geometry.positions * POSITION + (ends.length + polygons.length) * 4 + 80);
  out.ascii(`{"type":"${type}","coordinates":`);
  switch (type) {
    case 'Point':
      position(flat, 0, stride, out);
      break;
    case 'MultiPoint':
    case 'LineString':
      run(flat, 0, size, stride, out);
      break;
    case 'MultiLineString':
    case 'Polygon':
      runs(flat, stride, ends, 0, ends.length, out);
      break;
    case 'MultiPolygon':
      out.u8(OPEN);
      for (let p = 0; p < polygons.length; p++) {
        if (p > 0) out.u8(COMMA);
        runs(flat, stride, ends, p > 0 ? polygons[p - 1]! : 0, polygons[p]!, out);
      }
      out.u8(CLOSE);
  }
  out.ascii('}');
}

function runs(
  flat: Float64Array,
  stride: number,
  ends: readonly number[],
  from: number,
  to: number,
  out: ByteWriter,
): void {
  out.u8(OPEN);
  for (let r = from; r < to; r++) {
    if (r > from) out.u8(COMMA);
    run(flat, r > 0 ? ends[r - 1]! : 0, ends[r]!, stride, out);
  }
  out.u8(CLOSE);
}

function run(flat: Float64Array, from: number, to: number, stride: number, out: ByteWriter): void {
  out.u8(OPEN);
  for (let i = from; i < to; i += stride) {
    if (i > from) out.u8(COMMA);
    position(flat, i, stride, out);
  }
  out.u8(CLOSE);
}

function position(flat: Float64Array, i: number, stride: number, out: ByteWriter): void {
  out.u8(OPEN);
  out.number(flat[i]!);
  out.u8(COMMA);
  out.number(flat[i + 1]!);
  if (stride === 3) {
    out.u8(COMMA);
    out.number(flat[i + 2]!);
  }
  out.u8(CLOSE);
}
