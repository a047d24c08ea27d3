import { ByteFile } from '../../byte-file.ts';
import { MAX_LEVEL, type Cube } from './cube.ts';
import type { OctreeNode } from './octree-file.ts';
import { mixed, type Statistics } from './statistics.ts';

/** Throws when a point is missing, twice, or outside of its node: then the octree must not be used. */
export function verifyOctree(
  path: string,
  nodes: readonly OctreeNode[],
  cube: Cube,
  found: Statistics,
  pointBytes: number,
): void {
  const file = new ByteFile(path);
  try {
    const words = new Int32Array(3);
    let [count, sum] = [0, 0];
    for (const node of nodes) {
      const level = node.name.length - 1;
      const own = codeOf(node.name);
      for (let i = 0; i < node.count;) {
        const some = Math.min(node.count - i, 65_536);
        const from = file.at(node.offset + i * pointBytes, some * pointBytes);
        const { view } = file;
        for (let at = from; at < from + some * pointBytes; at += pointBytes) {
          words[0] = view.getInt32(at, true);
          words[1] = view.getInt32(at + 4, true);
          words[2] = view.getInt32(at + 8, true);
          sum = (sum + mixed(words[0], words[1], words[2])) | 0;
          if (!cube.contains(words, 0) || !isIn(cube, words, level, own))
            throw new Error(`A point of node ${node.name} is outside of it.`);
        }
        i += some;
      }
      count += node.count;
    }
    if (count !== found.count || sum !== found.sum)
      throw new Error(
        `The octree has ${count} points, sum ${sum}; the file has ${found.count}, sum ${found.sum}.`,
      );
  } finally {
    file.close();
  }
}

/** The octants of a name, for its first eight levels and for the others. */
function codeOf(name: string): [number, number] {
  const octants = name.slice(1);
  return [
    Number.parseInt(octants.slice(0, 8) || '0', 8),
    Number.parseInt(octants.slice(8, MAX_LEVEL) || '0', 8),
  ];
}

function isIn(cube: Cube, words: Int32Array, level: number, [upper, lower]: [number, number]): boolean {
  if (level === 0) return true;
  const high = Math.min(level, 8);
  if (cube.octants(words, 0, 0, high) !== upper) return false;
  return level <= 8 || cube.octants(words, 0, 8, level - 8) === lower;
}
