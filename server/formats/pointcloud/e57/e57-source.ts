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
import { E57File } from './e57-file.ts';
import { scansOf, type E57Scan } from './e57-scans.ts';
import { parseE57Xml } from './e57-xml.ts';
import { FieldReader } from './field-reader.ts';

const SECTION = 32;
const [INDEX_PACKET, DATA_PACKET, EMPTY_PACKET] = [0, 1, 2];
/** Points per byte of the file above which its counts are not believed. */
const MAX_POINTS_PER_BYTE = 8;

/** Opens an E57 file: its scans become one cloud, the number of the scan the point source. Throws UnusableCloud. */
export function openE57(path: string, move?: Place): PointSource {
  const file = new E57File(path);
  try {
    const scans = scansOf(parseE57Xml(file.xml));
    const count = scans.reduce((sum, scan) => sum + scan.count, 0);
    if (!(count > 0)) throw new UnusableCloud('empty');
    if (!Number.isSafeInteger(count) || count > file.size * MAX_POINTS_PER_BYTE)
      throw new UnusableCloud('too-many-points', { stated: count });
    const points = () => placed(allPoints(file, scans), move);
    const origin = originOf(points());
    return {
      scale: [STEP, STEP, STEP],
      offset: origin,
      hasColour: scans.some(({ fields }) => fields.some(({ name }) => name === 'colorRed')),
      // Scanners mark directions without an echo as invalid: they are no points.
      count: undefined,
      bounds: undefined,
      blocks: () => blocksOf(points(), origin),
      close: () => file.close(),
    };
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

function* allPoints(file: E57File, scans: readonly E57Scan[]): Generator<MeasuredPoint> {
  for (const [i, scan] of scans.entries()) {
    const point = { ...measuredPoint(), source: i + 1 };
    for (const values of recordsOf(file, scan)) if (place(point, values, scan)) yield point;
  }
}

type Values = Readonly<Record<string, number>>;

/** The records of a scan, the same object each time. */
function* recordsOf(file: E57File, { position, count, fields }: E57Scan): Generator<Values> {
  if (fields.length === 0 || fields.every(({ bits }) => bits === 0)) throw new UnusableCloud('damaged');
  const section = file.read(position, SECTION).bytes;
  if (section[0] !== 1) throw new UnusableCloud('damaged-points');
  let at = Number(section.readBigUInt64LE(16));
  const readers = fields.map((field) => new FieldReader(field));
  const values: Record<string, number> = {};
  for (let done = 0; done < count;) {
    const packet = readPacket(file, at);
    at = packet.next;
    if (packet.streams.length === 0) continue;
    if (packet.streams.length !== fields.length) throw new UnusableCloud('damaged-points');
    for (const [i, stream] of packet.streams.entries()) readers[i]!.add(stream);
    const ready = Math.min(count - done, ...readers.map(({ available }) => available));
    for (let n = 0; n < ready; n++) {
      for (let i = 0; i < fields.length; i++) values[fields[i]!.name] = readers[i]!.next();
      yield values;
    }
    done += ready;
  }
}

/** The streams of bytes of a packet, one of each field; none of a packet of another kind. */
function readPacket(file: E57File, at: number): { streams: Buffer[]; next: number } {
  const head = file.read(at, 4).bytes;
  const kind = head[0]!;
  const length = head.readUInt16LE(2) + 1;
  if ((kind !== DATA_PACKET && kind !== INDEX_PACKET && kind !== EMPTY_PACKET) || length < 4)
    throw new UnusableCloud('damaged-points');
  const { bytes, next } = file.read(at, length);
  if (kind !== DATA_PACKET) return { streams: [], next };
  const number = bytes.readUInt16LE(4);
  const streams: Buffer[] = [];
  let from = 6 + number * 2;
  for (let i = 0; i < number && from <= bytes.length; i++) {
    const size = bytes.readUInt16LE(6 + i * 2);
    if (from + size > bytes.length) throw new UnusableCloud('damaged-points');
    streams.push(bytes.subarray(from, from + size));
    from += size;
  }
  return { streams, next };
}

/** False for a point without a place. */
function place(point: MeasuredPoint, values: Values, scan: E57Scan): boolean {
  const { rotation: r, translation: t, colour, intensity } = scan;
  let { cartesianX: x, cartesianY: y, cartesianZ: z } = values;
  if (values['cartesianInvalidState'] || values['sphericalInvalidState']) return false;
  if (x === undefined || y === undefined || z === undefined) {
    const { sphericalRange: range, sphericalAzimuth: azimuth, sphericalElevation: elevation } = values;
    if (range === undefined || azimuth === undefined || elevation === undefined)
      throw new UnusableCloud('damaged');
    x = range * Math.cos(elevation) * Math.cos(azimuth);
    y = range * Math.cos(elevation) * Math.sin(azimuth);
    z = range * Math.sin(elevation);
  }
  point.x = r[0]! * x + r[1]! * y + r[2]! * z + t[0];
  point.y = r[3]! * x + r[4]! * y + r[5]! * z + t[1];
  point.z = r[6]! * x + r[7]! * y + r[8]! * z + t[2];
  const hue = (name: string) => ((values[name] ?? colour.min) - colour.min) * colour.factor;
  point.red = hue('colorRed');
  point.green = hue('colorGreen');
  point.blue = hue('colorBlue');
  point.intensity = ((values['intensity'] ?? intensity.min) - intensity.min) * intensity.factor;
  point.return = (values['returnIndex'] ?? 0) + 1;
  point.returns = values['returnCount'] ?? 1;
  point.time = values['timeStamp'] ?? 0;
  return true;
}
