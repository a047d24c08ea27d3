import { ByteFile } from '../../byte-file.ts';
import {
  blocksOf,
  measuredPoint,
  originOf,
  placed,
  STEP,
  type MeasuredPoint,
  type Place,
} from '../measured.ts';
import type { PointSource } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { parsePlyHeader, type PlyHeader, type PlyProperty } from './ply-header.ts';

const HEAD = 65_536;
const AT_ONCE = 8192;
/** Longest line of an ASCII file. */
const MAX_LINE = 4096;

type Field = keyof MeasuredPoint;
const FIELDS: Readonly<Record<string, Field>> = {
  x: 'x',
  y: 'y',
  z: 'z',
  red: 'red',
  diffusered: 'red',
  r: 'red',
  green: 'green',
  diffusegreen: 'green',
  g: 'green',
  blue: 'blue',
  diffuseblue: 'blue',
  b: 'blue',
  intensity: 'intensity',
  classification: 'classification',
  returnnumber: 'return',
  numberofreturns: 'returns',
  pointsourceid: 'source',
  gpstime: 'time',
};

/** Opens a PLY file of points. Throws UnusableCloud. */
export function openPly(path: string, unit = 1, heightUnit = unit, place?: Place): PointSource {
  const file = new ByteFile(path);
  try {
    const header = parsePlyHeader(file.slice(0, HEAD));
    const size = header.properties.reduce((sum, { bytes }) => sum + bytes, 0);
    const least = header.format === 'ascii' ? header.properties.length * 2 : size;
    const there = Math.floor((file.size - header.start) / least);
    if (there < header.count) throw new UnusableCloud('cut-off-points', { stated: header.count, there });
    const factors = { x: unit, y: unit, z: heightUnit };
    const points = () =>
      placed(
        header.format === 'ascii'
          ? asciiPoints(file, header, factors)
          : binaryPoints(file, header, size, factors),
        place,
      );
    const origin = originOf(points());
    return {
      scale: [STEP, STEP, STEP],
      offset: origin,
      hasColour: header.properties.some(({ name }) => fieldOf(name) === 'red'),
      count: header.count,
      bounds: undefined,
      blocks: () => blocksOf(points(), origin),
      close: () => file.close(),
    };
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

interface Reading {
  field: Field;
  factor: number;
  at: number;
  index: number;
  read: (view: DataView, at: number) => number;
}

/** The properties that points have. */
function readingsOf({ properties, format }: PlyHeader, factors: Partial<Record<Field, number>>): Reading[] {
  let at = 0;
  return properties.flatMap((property, index) => {
    const { name, bytes, type } = property;
    const from = at;
    at += bytes;
    const field = fieldOf(name);
    if (!field) return [];
    const isFloat = type.startsWith('float') || type === 'double';
    const isColour = field === 'red' || field === 'green' || field === 'blue';
    // Colours and intensities that are fractions go from 0 to 1.
    const factor = factors[field] ?? (isFloat && isColour ? 255 : 1);
    return [{ field, factor, at: from, index, read: readerOf(property, format !== 'binary_big_endian') }];
  });
}

function fieldOf(name: string): Field | undefined {
  return FIELDS[
    name
      .toLowerCase()
      .replace(/^scalar_?/, '')
      .replaceAll(/[^a-z]/g, '')
  ];
}

function readerOf({ type }: PlyProperty, little: boolean): Reading['read'] {
  switch (type) {
    case 'char':
    case 'int8':
      return (view, at) => view.getInt8(at);
    case 'uchar':
    case 'uint8':
      return (view, at) => view.getUint8(at);
    case 'short':
    case 'int16':
      return (view, at) => view.getInt16(at, little);
    case 'ushort':
    case 'uint16':
      return (view, at) => view.getUint16(at, little);
    case 'int':
    case 'int32':
      return (view, at) => view.getInt32(at, little);
    case 'uint':
    case 'uint32':
      return (view, at) => view.getUint32(at, little);
    case 'float':
    case 'float32':
      return (view, at) => view.getFloat32(at, little);
    default:
      return (view, at) => view.getFloat64(at, little);
  }
}

function* binaryPoints(
  file: ByteFile,
  header: PlyHeader,
  size: number,
  factors: Partial<Record<Field, number>>,
): Generator<MeasuredPoint> {
  const readings = readingsOf(header, factors);
  const point = measuredPoint();
  for (let from = 0; from < header.count; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, header.count - from);
    const start = file.at(header.start + from * size, count * size);
    const { view } = file;
    for (let i = 0; i < count; i++) {
      for (const { field, factor, at, read } of readings)
        point[field] = read(view, start + i * size + at) * factor;
      yield point;
    }
  }
}

function* asciiPoints(
  file: ByteFile,
  header: PlyHeader,
  factors: Partial<Record<Field, number>>,
): Generator<MeasuredPoint> {
  const readings = readingsOf(header, factors);
  const point = measuredPoint();
  let [at, n] = [header.start, 0];
  while (n < header.count) {
    const text = file.slice(at, AT_ONCE * 64).toString('latin1');
    const isLast = at + text.length >= file.size;
    const end = isLast ? text.length : text.lastIndexOf('\n') + 1;
    if (text === '') throw new UnusableCloud('cut-off-points', { stated: header.count, there: n });
    if (end === 0) throw new UnusableCloud('long-line');
    for (const line of text.slice(0, end).split('\n')) {
      const values = line.trim().split(/\s+/, header.properties.length);
      if (values[0] === '' || n === header.count) continue;
      for (const { field, factor, index } of readings) {
        const value = Number(values[index]?.slice(0, MAX_LINE));
        if (!Number.isFinite(value)) throw new UnusableCloud('point', { point: n + 1 });
        point[field] = value * factor;
      }
      n++;
      yield point;
    }
    at += end;
  }
}
