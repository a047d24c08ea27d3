import path from 'node:path';
import { Builder } from 'flatbuffers';
import type { Geometry } from '#core/protocol';
import { ID_COLUMN, textOf, type ColumnType } from './columns.ts';
import { flatOf } from './flat.ts';
import type { ExportFeature, ExportLayer, FormatContext, FormatWriter } from './layer-writer.ts';
import { fileName, UniqueNames } from './names.ts';
import { OutFile } from './out-file.ts';
import type { GeometryFamily } from './shapes.ts';

const MAGIC = Uint8Array.from([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0]);
const GEOMETRY = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;
/** Types of columns by their numbers in the schema. */
const COLUMN: Record<ColumnType, number> = { boolean: 2, integer: 7, number: 10, text: 11, date: 11 };
const MAX_COLUMNS = 65_000;

/**
 * FlatGeobuf 3: a file for each type and family of geometries, without an index. Objects with and without heights are
 * in two: what the head of a file says of heights holds for all its objects, and programs refuse one that lacks them.
 */
export class FlatGeobuf implements FormatWriter {
  readonly #context: FormatContext;
  readonly #names = new UniqueNames();
  readonly #builder = new Builder(64 * 1024);
  #layer: ExportLayer | undefined;
  #files = new Map<string, OutFile>();

  constructor(context: FormatContext) {
    this.#context = context;
  }

  layer(layer: ExportLayer): void {
    this.close();
    this.#layer = layer;
  }

  add({ id, properties, placed, family, high }: ExportFeature): void {
    const out = this.#files.get(kindOf(family, high)) ?? this.#open(family, high);
    const b = this.#builder;
    b.clear();
    const geometry = geometryIn(b, placed);
    const bytes = b.createByteVector(this.#values(id, properties));
    b.startObject(3);
    b.addFieldOffset(0, geometry, 0);
    b.addFieldOffset(1, bytes, 0);
    b.finishSizePrefixed(b.endObject());
    out.bytes(b.asUint8Array());
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  #open(family: GeometryFamily, isHigh: boolean): OutFile {
    const { typeName, columns, shapes, label } = this.#layer!;
    const { high, flat, multi } = shapes.get(family)!;
    const ofFamily = shapes.size > 1 ? `-${family}` : '';
    const ofHeights = isHigh && flat > 0 ? '-z' : '';
    const name = this.#names.of(fileName(typeName, 'objects') + ofFamily + ofHeights);
    const out = new OutFile(path.join(this.#context.folder, `${name}.fgb`));
    const b = this.#builder;
    b.clear();
    const taken = new UniqueNames(200);
    const own = [{ name: ID_COLUMN, type: 'text' as const }, ...columns.slice(0, MAX_COLUMNS)].map(
      (column) => {
        const text = b.createString(taken.of(column.name || 'field'));
        b.startObject(11);
        b.addFieldOffset(0, text, 0);
        b.addFieldInt8(1, COLUMN[column.type], 0);
        return b.endObject();
      },
    );
    const list = vectorOf(b, own);
    const crs = this.#crs();
    const title = b.createString(label);
    b.startObject(14);
    b.addFieldOffset(0, title, 0);
    b.addFieldInt8(2, typeOf(family, multi, flat + high), 0);
    b.addFieldInt8(3, isHigh ? 1 : 0, 0);
    b.addFieldOffset(7, list, 0);
    // Without an index; the default is 16.
    b.addFieldInt16(9, 0, 16);
    b.addFieldOffset(10, crs, 0);
    b.finishSizePrefixed(b.endObject());
    out.bytes(MAGIC);
    out.bytes(b.asUint8Array());
    this.#files.set(kindOf(family, isHigh), out);
    return out;
  }

  #crs(): number {
    const { name, number, wkt } = this.#context.crs;
    const b = this.#builder;
    const [org, title, text] = [b.createString('EPSG'), b.createString(name), b.createString(wkt)];
    b.startObject(6);
    b.addFieldOffset(0, org, 0);
    b.addFieldInt32(1, number, 0);
    b.addFieldOffset(2, title, 0);
    b.addFieldOffset(4, text, 0);
    return b.endObject();
  }

  /** Pairs of the number of a column and its value; what is missing has none. */
  #values(id: string, properties: ExportFeature['properties']): Uint8Array {
    const parts: Buffer[] = [];
    const add = (column: number, value: Buffer): void => {
      const head = Buffer.alloc(2);
      head.writeUInt16LE(column);
      parts.push(head, value);
    };
    add(0, sized(id));
    this.#layer!.columns.slice(0, MAX_COLUMNS).forEach(({ name, type }, n) => {
      const value = properties[name];
      if (value !== null && value !== undefined) add(n + 1, valueOf(value, type));
    });
    return Buffer.concat(parts);
  }
}

function kindOf(family: GeometryFamily, isHigh: boolean): string {
  return isHigh ? `${family}-z` : family;
}

function valueOf(value: unknown, type: ColumnType): Buffer {
  const bytes = Buffer.alloc(8);
  switch (type) {
    case 'boolean':
      return Buffer.from([value === true ? 1 : 0]);
    case 'integer':
      bytes.writeBigInt64LE(BigInt(value as number));
      return bytes;
    case 'number':
      bytes.writeDoubleLE(value as number);
      return bytes;
    default:
      return sized(textOf(value));
  }
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}

/** That of all its geometries; 0 where they are single and multiple. */
function typeOf(family: GeometryFamily, multi: number, all: number): number {
  const [single, several] = {
    point: [1, 1],
    multipoint: [4, 4],
    line: [2, 5],
    polygon: [3, 6],
  }[family] as [number, number];
  if (family === 'multipoint' || multi === 0) return single;
  return multi === all ? several : 0;
}

function vectorOf(b: Builder, offsets: readonly number[]): number {
  b.startVector(4, offsets.length, 4);
  for (let i = offsets.length - 1; i >= 0; i--) b.addOffset(offsets[i]!);
  return b.endVector();
}

function geometryIn(b: Builder, geometry: Geometry): number {
  if (geometry.type === 'MultiPolygon') {
    const parts = geometry.coordinates.map((coordinates) => geometryIn(b, { type: 'Polygon', coordinates }));
    const list = vectorOf(b, parts);
    b.startObject(8);
    b.addFieldInt8(6, GEOMETRY.MultiPolygon, 0);
    b.addFieldOffset(7, list, 0);
    return b.endObject();
  }
  const { flat, size, stride, ends } = flatOf(geometry);
  const positions = size / stride;
  b.startVector(8, positions * 2, 8);
  for (let p = positions - 1; p >= 0; p--) {
    b.addFloat64(flat[p * stride + 1]!);
    b.addFloat64(flat[p * stride]!);
  }
  const xy = b.endVector();
  let z = 0;
  if (stride === 3) {
    b.startVector(8, positions, 8);
    for (let p = positions - 1; p >= 0; p--) b.addFloat64(flat[p * stride + 2]!);
    z = b.endVector();
  }
  let runs = 0;
  if (ends.length > 1 && geometry.type !== 'MultiPoint') {
    b.startVector(4, ends.length, 4);
    for (let i = ends.length - 1; i >= 0; i--) b.addInt32(ends[i]! / stride);
    runs = b.endVector();
  }
  b.startObject(8);
  if (runs) b.addFieldOffset(0, runs, 0);
  b.addFieldOffset(1, xy, 0);
  if (z) b.addFieldOffset(2, z, 0);
  b.addFieldInt8(6, GEOMETRY[geometry.type], 0);
  return b.endObject();
}
