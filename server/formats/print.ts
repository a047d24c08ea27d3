import type { GeometryType } from '#core/protocol';
import { ByteWriter } from './byte-writer.ts';
import type { FlatGeometry } from './flat.ts';

/** Longest text of a position: three numbers of up to 24 characters, with separators. */
const POSITION = 80;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Writes GeoJSON with all digits. */
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

const CODE: Record<GeometryType, number> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};
const LITTLE_ENDIAN = 1;
const Z_FLAG = 0x80000000;
const SRID_FLAG = 0x20000000;
const SRID = 4326;

const scratch = new ByteWriter(64 * 1024);

/** Hexadecimal EWKB, for a query parameter. */
export function ewkbHexOf(geometry: FlatGeometry): string {
  writeEwkb(geometry, scratch);
  return scratch.take().toString('hex');
}

/** PostGIS' extended well-known binary, little-endian, SRID 4326. */
export function writeEwkb(geometry: FlatGeometry, out: ByteWriter): void {
  const { type, flat, size, stride, ends, polygons } = geometry;
  out.reserve(size * 8 + (ends.length + polygons.length + geometry.positions) * 13 + 64);
  const z = stride === 3 ? Z_FLAG : 0;
  header(CODE[type] | z | SRID_FLAG, out);
  out.u32le(SRID);
  switch (type) {
    case 'Point':
      numbers(flat, 0, stride, out);
      break;
    case 'LineString':
      points(flat, 0, size, stride, out);
      break;
    case 'MultiPoint':
      out.u32le(size / stride);
      for (let i = 0; i < size; i += stride) {
        header(CODE.Point | z, out);
        numbers(flat, i, i + stride, out);
      }
      break;
    case 'MultiLineString':
      out.u32le(ends.length);
      for (let r = 0; r < ends.length; r++) {
        header(CODE.LineString | z, out);
        points(flat, r > 0 ? ends[r - 1]! : 0, ends[r]!, stride, out);
      }
      break;
    case 'Polygon':
      rings(flat, stride, ends, 0, ends.length, out);
      break;
    case 'MultiPolygon':
      out.u32le(polygons.length);
      for (let p = 0; p < polygons.length; p++) {
        header(CODE.Polygon | z, out);
        rings(flat, stride, ends, p > 0 ? polygons[p - 1]! : 0, polygons[p]!, out);
      }
  }
}

function header(code: number, out: ByteWriter): void {
  out.u8(LITTLE_ENDIAN);
  out.u32le(code >>> 0);
}

function numbers(flat: Float64Array, from: number, to: number, out: ByteWriter): void {
  for (let i = from; i < to; i++) out.f64le(flat[i]!);
}

function points(flat: Float64Array, from: number, to: number, stride: number, out: ByteWriter): void {
  out.u32le((to - from) / stride);
  numbers(flat, from, to, out);
}

function rings(
  flat: Float64Array,
  stride: number,
  ends: readonly number[],
  from: number,
  to: number,
  out: ByteWriter,
): void {
  out.u32le(to - from);
  for (let r = from; r < to; r++) points(flat, r > 0 ? ends[r - 1]! : 0, ends[r]!, stride, out);
}
