import type { CloudNode } from '../../../formats/pointcloud/source.ts';
import { Unusable } from '../../../base/unusable.ts';
import type { Cloud } from './cloud.ts';

/** A node by its name: `r024` in an octree, `3-1-0-2` in a COPC. Throws Unusable where there is none. */
export async function nodeNamed(cloud: Cloud, name: string): Promise<CloudNode> {
  let node = await cloud.root();
  while (node && node.name !== name) {
    const children = await cloud.children(node);
    node = children.find((child) => isAbove(child.name, name));
  }
  if (!node) throw new Unusable('pointcloud.node-not-there', { node: name });
  return node;
}

/** Whether a node is another, or has it somewhere below. */
function isAbove(name: string, other: string): boolean {
  if (name.startsWith('r')) return other.startsWith(name);
  const [level, ...place] = name.split('-').map(Number) as [number, number, number, number];
  const [below, ...there] = other.split('-').map(Number) as [number, number, number, number];
  const steps = 2 ** (below - level);
  return below >= level && place.every((each, i) => Math.floor(there[i]! / steps) === each);
}
