import { LAS_POINT_SIZES, putPoint } from '../formats/pointcloud/las-layout.ts';
import { LazEncoder } from '../formats/pointcloud/laz/laz-encoder.ts';
import type { NodePoints, Vector3 } from '../formats/pointcloud/source.ts';

const HEADER = 375;
const RECORD_HEAD = 54;
const INFO = 160;
const ENTRY = 32;
const STRIDE = LAS_POINT_SIZES[7];

/** A small COPC of point format 7: every third point in the root, the others in its children. */
export function smallCopc(points: NodePoints, scale: Vector3, offset: Vector3): Buffer {
  const at = (i: number, axis: number) => points.positions[3 * i + axis]! * scale[axis]! + offset[axis]!;
  const all = Array.from({ length: points.count }, (_, i) => i);
  const ends = (axis: number) =>
    all.reduce<[number, number]>(
      ([low, high], i) => [Math.min(low, at(i, axis)), Math.max(high, at(i, axis))],
      [Infinity, -Infinity],
    );
  const bounds = [0, 1, 2].map(ends);
  const half = Math.max(...bounds.map(([low, high]) => high - low)) / 2 + scale[0];
  const centre = bounds.map(([low]) => low + half);
  const nodes = new Map<string, number[]>();
  for (const i of all) {
    const cell = [0, 1, 2].map((axis) => (at(i, axis) >= centre[axis]! ? 1 : 0));
    const key = i % 3 === 0 ? '0-0-0-0' : ['1', ...cell].join('-');
    nodes.set(key, [...(nodes.get(key) ?? []), i]);
  }
  if (!nodes.has('0-0-0-0')) nodes.set('0-0-0-0', []);
  const laz = Buffer.from(new LazEncoder(7).record());
  // Chunks of any size.
  laz.writeUInt32LE(0xffff_ffff, 12);
  const pointsAt = HEADER + RECORD_HEAD + INFO + RECORD_HEAD + laz.length;
  const chunks = [...nodes].map(([key, own]) => ({ key, own, bytes: chunkOf(points, own) }));
  let next = pointsAt + 8;
  const hierarchy = chunks.map(({ key, own, bytes }) => {
    const entry = Buffer.alloc(ENTRY);
    key.split('-').forEach((part, n) => entry.writeInt32LE(Number(part), 4 * n));
    entry.writeBigUInt64LE(BigInt(next), 16);
    entry.writeInt32LE(bytes.length, 24);
    entry.writeInt32LE(own.length, 28);
    next += bytes.length;
    return entry;
  });
  const info = Buffer.alloc(INFO);
  [...centre, half, (2 * half) / 64].forEach((value, n) => info.writeDoubleLE(value, 8 * n));
  info.writeBigUInt64LE(BigInt(next + 60), 40);
  info.writeBigUInt64LE(BigInt(ENTRY * hierarchy.length), 48);
  const header = Buffer.alloc(HEADER);
  header.write('LASF', 0);
  header.set([1, 4], 24);
  header.writeUInt16LE(HEADER, 94);
  header.writeUInt32LE(pointsAt, 96);
  header.writeUInt32LE(2, 100);
  header[104] = 7 | 0x80;
  header.writeUInt16LE(STRIDE, 105);
  bounds.forEach(([low, high], axis) => {
    header.writeDoubleLE(scale[axis]!, 131 + 8 * axis);
    header.writeDoubleLE(offset[axis]!, 155 + 8 * axis);
    header.writeDoubleLE(high, 179 + 16 * axis);
    header.writeDoubleLE(low, 187 + 16 * axis);
  });
  header.writeBigUInt64LE(BigInt(next), 235);
  header.writeUInt32LE(1, 243);
  header.writeBigUInt64LE(BigInt(points.count), 247);
  const extended = Buffer.alloc(60);
  extended.write('copc', 2);
  extended.writeUInt16LE(1000, 18);
  extended.writeBigUInt64LE(BigInt(ENTRY * hierarchy.length), 20);
  return Buffer.concat([
    header,
    record('copc', 1, info),
    record('laszip encoded', 22204, laz),
    Buffer.alloc(8),
    ...chunks.map(({ bytes }) => bytes),
    extended,
    ...hierarchy,
  ]);
}

function record(user: string, id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(RECORD_HEAD);
  head.write(user, 2);
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(content.length, 20);
  return Buffer.concat([head, content]);
}

function chunkOf(points: NodePoints, own: readonly number[]): Buffer {
  if (own.length === 0) return Buffer.alloc(0);
  const encoder = new LazEncoder(7);
  encoder.start(0);
  const bytes = Buffer.alloc(own.length * STRIDE);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  own.forEach((i, n) => {
    const [x, y, z] = points.positions.subarray(3 * i, 3 * i + 3);
    putPoint(view, n * STRIDE, 7, points, i, [x!, y!, z!]);
  });
  encoder.points(bytes);
  const { bytes: chunk, patches } = encoder.end();
  const end = Buffer.from(patches[0]!.bytes).readBigInt64LE(0);
  return Buffer.from(chunk.subarray(0, Number(end) - 8));
}
