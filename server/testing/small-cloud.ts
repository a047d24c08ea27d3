import { Readable } from 'node:stream';
import { inUnits, UNMOVED } from '#core/geodesy';
import type { CloudPlace } from '../api/pointcloud/points/task.ts';
import type { NodePoints, Vector3 } from '../formats/pointcloud/source.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { smallOctree } from './octree.ts';

/** Stores points as an octree, in metres of EPSG:32633, as a finished conversion leaves it. */
export async function storeCloud(
  storage: Storage,
  id: string,
  points: NodePoints,
  scale: Vector3,
  offset: Vector3,
): Promise<CloudPlace> {
  const octree = `clouds/${id}/1`;
  for (const [name, bytes] of Object.entries(smallOctree(points, scale, offset)))
    await storage.write(`${octree}/${name}`, Readable.from([bytes]), 1e9);
  return placeOf(id, octree);
}

export const placeOf = (id: string, octree: string): CloudPlace => ({
  cloudId: id,
  content: 1,
  crs: 'EPSG:32633',
  edits: 0,
  state: null,
  units: [1, 1],
  verticalCrs: null,
  where: inUnits(UNMOVED, [1, 1, 1]),
  into: null,
  octree,
  copc: null,
});
