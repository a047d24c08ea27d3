import type { Geometry } from '#core/protocol';
import { ByteWriter } from '../byte-writer.ts';
import { flatOf, type FlatGeometry } from '../flat.ts';
import { codeOf, SRID_FLAG, Z_FLAG, Z_THOUSANDS } from './codes.ts';

/**
 * `ewkb`: PostGIS' extended well-known binary with SRID 4326. `iso`: well-known binary of ISO 13249-3. Both are
 * little-endian.
 */
export type WkbDialect = 'ewkb' | 'iso';

const LITTLE_ENDIAN = 1;
const SRID = 4326;

export function writeWkb(geometry: FlatGeometry, out: ByteWriter, dialect: WkbDialect): void {
  const { type, flat, size, stride, ends, polygons } = geometry;
  out.reserve(sizeOf(geometry));
  const z = stride === 2 ? 0 : dialect === 'ewkb' ? Z_FLAG : Z_THOUSANDS;
  if (dialect === 'iso') header(codeOf(type) + z, out);
  else {
    header(codeOf(type) + z + SRID_FLAG, out);
    out.u32le(SRID);
  }
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
        header(codeOf('Point') + z, out);
        numbers(flat, i, i + stride, out);
      }
      break;
    case 'MultiLineString':
      out.u32le(ends.length);
      for (let r = 0; r < ends.length; r++) {
        header(codeOf('LineString') + z, out);
        points(flat, r > 0 ? ends[r - 1]! : 0, ends[r]!, stride, out);
      }
      break;
    case 'Polygon':
      rings(flat, stride, ends, 0, ends.length, out);
      break;
    case 'MultiPolygon':
      out.u32le(polygons.length);
      for (let p = 0; p < polygons.length; p++) {
        header(codeOf('Polygon') + z, out);
        rings(flat, stride, ends, p > 0 ? polygons[p - 1]! : 0, polygons[p]!, out);
      }
  }
}

/** Bytes that are kept to be written into again; a larger geometry gets its own. */
const SCRATCH = 64 * 1024;
const scratch = new ByteWriter(SCRATCH);

/** Hexadecimal EWKB: what a parameter cast to `geometry` takes. */
export function ewkbHex(geometry: Geometry | FlatGeometry): string {
  const flat = 'flat' in geometry ? geometry : flatOf(geometry);
  const size = sizeOf(flat);
  const out = size <= SCRATCH ? scratch : new ByteWriter(size);
  writeWkb(flat, out, 'ewkb');
  return out.take().toString('hex');
}

/** Bytes, rounded up: each run and polygon has a head and a count, each point of several a head. */
function sizeOf({ type, size, ends, polygons, positions }: FlatGeometry): number {
  const heads = ends.length + polygons.length + (type === 'MultiPoint' ? positions : 0);
  return size * 8 + heads * 9 + 32;
}

function header(code: number, out: ByteWriter): void {
  out.u8(LITTLE_ENDIAN);
  out.u32le(code);
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
