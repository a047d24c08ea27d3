import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A point of an octree, as stored. */
export interface OctreePoint {
  node: string;
  position: [number, number, number];
  rgb: [number, number, number];
  intensity: number;
  classification: number;
  time: number;
}

interface Metadata {
  points: number;
  scale: number[];
  offset: number[];
  hierarchy: { firstChunkSize: number };
  attributes: { name: string; size: number }[];
}

/** Reads all points of an octree by its hierarchy, as a viewer does. */
export function readOctree(folder: string): { metadata: Metadata; points: OctreePoint[] } {
  const metadata = JSON.parse(readFileSync(path.join(folder, 'metadata.json'), 'utf8')) as Metadata;
  const hierarchy = readFileSync(path.join(folder, 'hierarchy.bin'));
  const bytes = readFileSync(path.join(folder, 'octree.bin'));
  const stride = metadata.attributes.reduce((sum, { size }) => sum + size, 0);
  const points: OctreePoint[] = [];
  const page = (offset: number, size: number, root: string) => {
    const names = [root];
    for (let i = 0; i < size / 22; i++) {
      const [at, node] = [offset + i * 22, names[i]!];
      const [kind, mask, count] = [hierarchy[at], hierarchy[at + 1]!, hierarchy.readUInt32LE(at + 2)];
      const [from, length] = [
        Number(hierarchy.readBigInt64LE(at + 6)),
        Number(hierarchy.readBigInt64LE(at + 14)),
      ];
      if (kind === 2) {
        page(from, length, node);
        continue;
      }
      for (let n = 0; n < count; n++) points.push(pointAt(bytes, from + n * stride, node));
      for (let octant = 0; octant < 8; octant++) if ((mask >> octant) & 1) names.push(node + octant);
    }
  };
  page(0, metadata.hierarchy.firstChunkSize, 'r');
  return { metadata, points };
}

function pointAt(bytes: Buffer, at: number, node: string): OctreePoint {
  return {
    node,
    position: [bytes.readInt32LE(at), bytes.readInt32LE(at + 4), bytes.readInt32LE(at + 8)],
    rgb: [bytes.readUInt16LE(at + 12), bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 16)],
    intensity: bytes.readUInt16LE(at + 18),
    classification: bytes[at + 20]!,
    time: bytes.readDoubleLE(at + 25),
  };
}
