import type { NodePoints, Vector3 } from '../formats/pointcloud/source.ts';

/** Attributes as the converter writes them, with their bytes. */
const ATTRIBUTES = [
  ['position', 12, 'int32'],
  ['rgb', 6, 'uint16'],
  ['intensity', 2, 'uint16'],
  ['classification', 1, 'uint8'],
  ['return number', 1, 'uint8'],
  ['number of returns', 1, 'uint8'],
  ['point source id', 2, 'uint16'],
  ['gps-time', 8, 'double'],
] as const;
const STRIDE = 33;
const PROXY = 2;

interface Node {
  level: number;
  points: number[];
  children: (Node | undefined)[];
}

/** Files of a small Potree 2.0 octree of points; its hierarchy has a chunk for each child of the root. */
export function smallOctree(points: NodePoints, scale: Vector3, offset: Vector3, leaf = 500) {
  const at = (i: number, axis: number) => points.positions[3 * i + axis]! * scale[axis]! + offset[axis]!;
  const all = Array.from({ length: points.count }, (_, i) => i);
  const min = [0, 1, 2].map((axis) =>
    all.reduce((low, i) => Math.min(low, at(i, axis)), Infinity),
  ) as Vector3;
  const side = Math.max(
    1e-3,
    ...[0, 1, 2].map((axis) => all.reduce((high, i) => Math.max(high, at(i, axis)), -Infinity) - min[axis]!),
  );
  const build = (own: number[], low: Vector3, width: number, level: number): Node => {
    const node: Node = { level, points: own, children: [] };
    if (own.length <= leaf || level > 12) return node;
    // A thinned part stays, spread over all.
    const every = Math.ceil(own.length / leaf);
    node.points = own.filter((_, n) => n % every === 0);
    const parts: number[][] = Array.from({ length: 8 }, () => []);
    own.forEach((i, n) => {
      if (n % every === 0) return;
      const high = [0, 1, 2].map((axis) => (at(i, axis) >= low[axis]! + width / 2 ? 1 : 0));
      parts[high[0]! * 4 + high[1]! * 2 + high[2]!]!.push(i);
    });
    node.children = parts.map((part, n) => {
      const corner = low.map((each, axis) => each + ((n >> (2 - axis)) & 1) * (width / 2)) as Vector3;
      return part.length > 0 ? build(part, corner, width / 2, level + 1) : undefined;
    });
    return node;
  };
  const root = build(all, min, side, 0);
  const octree: Buffer[] = [];
  let written = 0;
  const places = new Map<Node, { offset: number; bytes: number }>();
  const write = (node: Node) => {
    const bytes = Buffer.alloc(node.points.length * STRIDE);
    node.points.forEach((i, n) => putPoint(bytes, n * STRIDE, points, i));
    places.set(node, { offset: written, bytes: bytes.length });
    written += bytes.length;
    octree.push(bytes);
    for (const child of node.children) if (child) write(child);
  };
  write(root);
  const entry = (node: Node, type: number, { offset, bytes }: { offset: number; bytes: number }) => {
    const buffer = Buffer.alloc(22);
    buffer[0] = type;
    buffer[1] = node.children.reduce((mask, child, n) => mask | (child ? 1 << n : 0), 0);
    buffer.writeUInt32LE(node.points.length, 2);
    buffer.writeBigInt64LE(BigInt(offset), 6);
    buffer.writeBigInt64LE(BigInt(bytes), 14);
    return buffer;
  };
  const typeOf = (node: Node) => (node.children.some(Boolean) ? 0 : 1);
  const chunkOf = (top: Node): Buffer => {
    const nodes = [top];
    for (const node of nodes) for (const child of node.children) if (child) nodes.push(child);
    return Buffer.concat(nodes.map((node) => entry(node, typeOf(node), places.get(node)!)));
  };
  const below = root.children.filter((child) => child !== undefined);
  const first = Buffer.alloc(22 * (1 + below.length));
  let next = first.length;
  const chunks = below.map(chunkOf);
  entry(root, typeOf(root), places.get(root)!).copy(first, 0);
  below.forEach((child, n) => {
    entry(child, PROXY, { offset: next, bytes: chunks[n]!.length }).copy(first, 22 * (n + 1));
    next += chunks[n]!.length;
  });
  const metadata = {
    version: '2.0',
    points: points.count,
    hierarchy: { firstChunkSize: first.length, stepSize: 1, depth: 10 },
    offset,
    scale,
    spacing: side / 32,
    boundingBox: { min, max: min.map((low) => low + side) },
    encoding: 'DEFAULT',
    attributes: ATTRIBUTES.map(([name, size, type]) => ({ name, size, type })),
  };
  return {
    'metadata.json': Buffer.from(JSON.stringify(metadata)),
    'hierarchy.bin': Buffer.concat([first, ...chunks]),
    'octree.bin': Buffer.concat(octree),
  };
}

function putPoint(to: Buffer, at: number, points: NodePoints, i: number): void {
  for (let axis = 0; axis < 3; axis++) to.writeInt32LE(points.positions[3 * i + axis]!, at + 4 * axis);
  for (let n = 0; n < 3; n++) to.writeUInt16LE(points.rgb[3 * i + n]!, at + 12 + 2 * n);
  to.writeUInt16LE(points.intensity[i]!, at + 18);
  to[at + 20] = points.classification[i]!;
  to[at + 21] = points.returnNumber[i]!;
  to[at + 22] = points.numberOfReturns[i]!;
  to.writeUInt16LE(points.pointSourceId[i]!, at + 23);
  to.writeDoubleLE(points.gpsTime[i]!, at + 25);
}
