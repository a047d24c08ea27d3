import { deflateSync } from 'node:zlib';

const TYPES = {
  int16: {
    bytes: 2,
    format: 2,
    write: (to: Buffer, value: number, at: number) => to.writeInt16LE(value, at),
  },
  float32: {
    bytes: 4,
    format: 3,
    write: (to: Buffer, value: number, at: number) => to.writeFloatLE(value, at),
  },
  float64: {
    bytes: 8,
    format: 3,
    write: (to: Buffer, value: number, at: number) => to.writeDoubleLE(value, at),
  },
} as const;

export interface TestDem {
  width: number;
  height: number;
  /** The stored value of a pixel. */
  value(column: number, row: number): number;
  type?: keyof typeof TYPES;
  /** Side of tiles, a multiple of 16. Default: strips of 8 rows. */
  tile?: number;
  deflate?: boolean;
  /** Corner of the first pixel (its centre with `point`) and the size of pixels. */
  origin?: [number, number];
  step?: [number, number];
  /** Instead of both: x = a·column + b·row + c, y = d·column + e·row + f, as [a, b, c, d, e, f]. */
  transformation?: [number, number, number, number, number, number];
  point?: boolean;
  missing?: string;
  projected?: number;
  geographic?: number;
  vertical?: number;
  unit?: number;
  /** Unit of the band in GDAL's metadata. */
  bandUnit?: string;
  bands?: number;
  compression?: number;
}

/** A GeoTIFF of known heights. */
export function geotiff(dem: TestDem): Buffer {
  const { width, height, type = 'float32', tile, deflate = false, bands = 1 } = dem;
  const blocks = blocksOf(dem).map((bytes) => (deflate ? deflateSync(bytes) : bytes));
  const [short, long, double, ascii] = [3, 4, 12, 2];
  const { bytes, format } = TYPES[type];
  const entries: [tag: number, type: number, values: readonly number[] | string][] = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, Array.from({ length: bands }, () => bytes * 8)],
    [259, short, [dem.compression ?? (deflate ? 8 : 1)]],
    [262, short, [1]],
    [277, short, [bands]],
    [339, short, Array.from({ length: bands }, () => format)],
  ];
  if (tile) entries.push([322, long, [tile]], [323, long, [tile]]);
  else entries.push([278, long, [ROWS]]);
  const [offsetsTag, countsTag] = tile ? [324, 325] : [273, 279];
  const placing = placingOf(dem);
  for (const [tag, values] of placing) entries.push([tag, double, values]);
  entries.push([34_735, short, keysOf(dem)]);
  if (dem.bandUnit) entries.push([42_112, ascii, bandUnitOf(dem.bandUnit)]);
  if (dem.missing !== undefined) entries.push([42_113, ascii, `${dem.missing}\0`]);
  let at = 8;
  const offsets = blocks.map((block) => (at += block.length) - block.length);
  entries.push([offsetsTag, long, offsets], [countsTag, long, blocks.map(({ length }) => length)]);
  return written(
    blocks,
    entries.sort(([a], [b]) => a - b),
    at,
  );
}

const bandUnitOf = (unit: string): string =>
  `<GDALMetadata><Item name="UNITTYPE" sample="0" role="unittype">${unit}</Item></GDALMetadata>\0`;

const ROWS = 8;

function blocksOf({ width, height, value, type = 'float32', tile, bands = 1 }: TestDem): Buffer[] {
  const { bytes, write } = TYPES[type];
  const [across, down] = tile ? [tile, tile] : [width, ROWS];
  const blocks: Buffer[] = [];
  for (let top = 0; top < height; top += down)
    for (let left = 0; left < width; left += across) {
      const rows = tile ? down : Math.min(down, height - top);
      const block = Buffer.alloc(rows * across * bytes * bands);
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < across; column++) {
          if (left + column >= width || top + row >= height) continue;
          write(block, value(left + column, top + row), (row * across + column) * bytes * bands);
        }
      blocks.push(block);
    }
  return blocks;
}

function placingOf({ transformation, origin, step }: TestDem): [number, number[]][] {
  if (transformation) {
    const [a, b, c, d, e, f] = transformation;
    return [[34_264, [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1]]];
  }
  if (!origin || !step) return [];
  return [
    [33_550, [...step, 0]],
    [33_922, [0, 0, 0, ...origin, 0]],
  ];
}

function keysOf({ projected, geographic, vertical, unit, point }: TestDem): number[] {
  const keys: [number, number | undefined][] = [
    [1024, projected ? 1 : geographic ? 2 : undefined],
    [1025, point ? 2 : 1],
    [2048, geographic],
    [3072, projected],
    [4096, vertical],
    [4099, unit],
  ];
  const stated = keys.filter((key): key is [number, number] => key[1] !== undefined);
  return [1, 1, 0, stated.length, ...stated.flatMap(([key, value]) => [key, 0, 1, value])];
}

function written(
  blocks: readonly Buffer[],
  entries: readonly [number, number, readonly number[] | string][],
  at: number,
): Buffer {
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(at, 4);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  const beyond: Buffer[] = [];
  let next = at + directory.length;
  for (const [i, [tag, type, values]] of entries.entries()) {
    const entry = 2 + 12 * i;
    const bytes = bytesOf(type, values);
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    if (bytes.length <= 4) bytes.copy(directory, entry + 8);
    else {
      directory.writeUInt32LE(next, entry + 8);
      beyond.push(bytes);
      next += bytes.length;
    }
  }
  return Buffer.concat([head, ...blocks, directory, ...beyond]);
}

function bytesOf(type: number, values: readonly number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1');
  const size = type === 12 ? 8 : type === 4 ? 4 : 2;
  const bytes = Buffer.alloc(size * values.length);
  for (const [i, value] of values.entries())
    if (type === 12) bytes.writeDoubleLE(value, 8 * i);
    else bytes.writeUIntLE(value, size * i, size);
  return bytes;
}
