import type { Storage } from '../../../platform/storage/storage.ts';
import { Unusable } from '../../../base/unusable.ts';
import { Changes } from './changes.ts';
import type { Cloud } from './cloud.ts';
import { readClasses, writeState } from './overlay.ts';
import type { Classified, CloudWork } from './task.ts';
import { Walk } from './walk.ts';

const SECONDS = 100;
const MAX_POINTS = 100_000_000;

type Classify = Extract<CloudWork, { kind: 'classify' }>;

/** Gives the points of a selection a class and writes the state after it; all of them or none. */
export async function classify(
  cloud: Cloud,
  storage: Storage,
  { selection, to, version, key }: Classify,
): Promise<Classified> {
  const walk = new Walk(cloud, selection, { seconds: SECONDS, points: MAX_POINTS });
  const changes = new Changes();
  for await (const { node, points, chosen } of walk.selected())
    for (const i of chosen) changes.set(node.name, points, i, to);
  if (walk.stoppedBy !== null) throw new Unusable('pointcloud.too-many-to-classify', { points: MAX_POINTS });
  const { nodes, points } = changes;
  if (points > 0) await writeState(storage, key, version, cloud.state, nodes);
  return { points };
}

/** The classes of an edited node. Throws Unusable for a node that was not edited. */
export async function nodeClasses(cloud: Cloud, storage: Storage, node: string): Promise<Uint8Array> {
  const edited = cloud.state.get(node);
  if (!edited) throw new Unusable('pointcloud.node-not-edited', { node });
  return readClasses(storage, edited);
}
