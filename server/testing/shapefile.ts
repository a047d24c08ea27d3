import { zip, type ZipEntry } from './zip.ts';

export type ShapefileRing = readonly (readonly number[])[];

/** A record: null, one position, or parts of positions; three numbers per position make it a Z shape. */
export type ShapeRecord =
  | null
  | { point: readonly number[] }
  | { line: readonly ShapefileRing[] }
  | { polygon: readonly ShapefileRing[] };

export interface ShapefileColumn {
  name: string;
  type: 'C' | 'N' | 'D' | 'L';
  length: number;
  decimals?: number;
}

export interface ShapefileOptions {
  shapes: readonly ShapeRecord[];
  columns?: readonly ShapefileColumn[];
  /** One row per shape, as text, or as bytes where the encoding matters. */
  rows?: readonly (readonly (string | Buffer)[])[];
  prj?: string;
  cpg?: string;
  ldid?: number;
}

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** The files of a small shapefile, by extension (ESRI Shapefile Technical Description, 1998). */
export function shapefile(options: ShapefileOptions): Record<string, Buffer> {
  const records = options.shapes.map(content);
  const fileType = options.shapes.map(typeOf).find((type) => type !== 0) ?? 1;
  const shp: Buffer[] = [];
  const shx: Buffer[] = [];
  let at = 100;
  records.forEach((record, i) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(record.length / 2, 4);
    const place = Buffer.alloc(8);
    place.writeInt32BE(at / 2, 0);
    place.writeInt32BE(record.length / 2, 4);
    shp.push(head, record);
    shx.push(place);
    at += 8 + record.length;
  });
  const files: Record<string, Buffer> = {
    shp: Buffer.concat([header(fileType, at), ...shp]),
    shx: Buffer.concat([header(fileType, 100 + shx.length * 8), ...shx]),
    dbf: table(options),
    prj: Buffer.from(options.prj ?? WGS84),
  };
  if (options.cpg !== undefined) files['cpg'] = Buffer.from(options.cpg);
  if (options.prj === '') delete files['prj'];
  return files;
}

/** The files in one archive, named `<name>.<extension>`. */
export function zipped(
  files: Record<string, Buffer>,
  name = 'parcels',
  more: readonly ZipEntry[] = [],
): Buffer {
  return zip([
    ...Object.entries(files).map(([extension, content]) => ({ name: `${name}.${extension}`, content })),
    ...more,
  ]);
}

function typeOf(shape: ShapeRecord): number {
  if (!shape) return 0;
  if ('point' in shape) return shape.point.length > 2 ? 11 : 1;
  const parts = 'line' in shape ? shape.line : shape.polygon;
  return ('line' in shape ? 3 : 5) + (parts[0]![0]!.length > 2 ? 10 : 0);
}

function content(shape: ShapeRecord): Buffer {
  const type = typeOf(shape);
  if (!shape) return int32(0);
  if ('point' in shape)
    return Buffer.concat([int32(type), doubles(shape.point), ...(type > 10 ? [doubles([0])] : [])]);
  const parts = 'line' in shape ? shape.line : shape.polygon;
  const positions = parts.flat();
  const starts: number[] = [];
  let count = 0;
  for (const part of parts) {
    starts.push(count);
    count += part.length;
  }
  const range = (k: number) => [
    Math.min(...positions.map((p) => p[k]!)),
    Math.max(...positions.map((p) => p[k]!)),
  ];
  const [x, y] = [range(0), range(1)];
  return Buffer.concat([
    int32(type),
    doubles([x[0]!, y[0]!, x[1]!, y[1]!]),
    int32(parts.length),
    int32(count),
    ...starts.map(int32),
    doubles(positions.flatMap((p) => [p[0]!, p[1]!])),
    ...(type > 10 ? [doubles(range(2)), doubles(positions.map((p) => p[2]!))] : []),
  ]);
}

function header(type: number, length: number): Buffer {
  const bytes = Buffer.alloc(100);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(type, 32);
  return bytes;
}

function table({ shapes, columns = [], rows = [], ldid = 0 }: ShapefileOptions): Buffer {
  const list = columns.length > 0 ? columns : [{ name: 'id', type: 'N' as const, length: 6 }];
  const rowLength = 1 + list.reduce((sum, column) => sum + column.length, 0);
  const head = Buffer.alloc(32 + list.length * 32 + 1);
  head[0] = 3;
  head.writeUInt32LE(shapes.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(rowLength, 10);
  head[29] = ldid;
  list.forEach((column, i) => {
    const at = 32 + i * 32;
    head.write(column.name, at, 11, 'utf8');
    head.write(column.type, at + 11, 'latin1');
    head[at + 16] = column.length;
    head[at + 17] = column.decimals ?? 0;
  });
  head[head.length - 1] = 0x0d;
  const body = shapes.map((_, i) => {
    const row = Buffer.alloc(rowLength, ' ');
    let at = 1;
    list.forEach((column, c) => {
      const value = rows[i]?.[c] ?? (columns.length > 0 ? '' : String(i + 1));
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      bytes.copy(row, at, 0, column.length);
      at += column.length;
    });
    return row;
  });
  return Buffer.concat([head, ...body, Buffer.from([0x1a])]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function doubles(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => bytes.writeDoubleLE(value, i * 8));
  return bytes;
}

/** A square of `size` with its south-western corner at x, y, clockwise as shapefiles require for outer rings. */
export function square(x: number, y: number, size: number): ShapefileRing {
  return [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ];
}
