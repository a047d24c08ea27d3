import { placingOf, type Triple } from '#core/geodesy';
import type { CloudSelection, LocalTransform } from '#core/protocol';
import { openStorage } from '../../../platform/storage/open.ts';
import { Cloud } from '../../pointcloud/points/cloud.ts';
import type { CloudPlace, StorageSettings } from '../../pointcloud/points/task.ts';
import { Walk } from '../../pointcloud/points/walk.ts';

/** A cloud in the coordinates of the map in which a model stands. */
export interface CloudBeside {
  storage: StorageSettings;
  cloud: CloudPlace;
  /** From the axes of the model's file to those coordinates. */
  transform: LocalTransform;
}
interface Limits {
  points: number;
  seconds: number;
  /** Around which points are taken, in the axes of the file. */
  box: { min: Triple; max: Triple };
}

/** The points of a cloud near a model, from coarse to fine, in the axes of the model's file; resolves to whether these are all. */
export async function eachPointNear(
  { storage, cloud: place, transform }: CloudBeside,
  { points, seconds, box }: Limits,
  take: (coordinates: Float64Array) => void,
): Promise<boolean> {
  const cloud = await Cloud.open(await openStorage(storage), place);
  const { toLocal, toMap } = placingOf(transform);
  const walk = new Walk(cloud, { inside: [aroundBox(box, toMap)] }, { points, seconds });
  const { scale, offset } = cloud.source;
  for await (const { points: node, chosen } of walk.selected()) {
    const coordinates = new Float64Array(chosen.length * 3);
    for (const [n, i] of chosen.entries()) {
      const at = (axis: 0 | 1 | 2) => node.positions[3 * i + axis]! * scale[axis] + offset[axis];
      coordinates.set(toLocal([at(0), at(1), at(2)]), 3 * n);
    }
    take(coordinates);
  }
  return walk.complete;
}

type Region = NonNullable<CloudSelection['inside']>[number];

function aroundBox({ min, max }: Limits['box'], toMap: (local: Triple) => Triple): Region {
  const corners = [min[0], max[0]].flatMap((x) =>
    [min[1], max[1]].flatMap((y) => [min[2], max[2]].map((z) => toMap([x, y, z]))),
  );
  const least = [0, 1, 2].map((axis) => Math.min(...corners.map((corner) => corner[axis]!)));
  const most = [0, 1, 2].map((axis) => Math.max(...corners.map((corner) => corner[axis]!)));
  return { kind: 'box', min: least as [number, number, number], max: most as [number, number, number] };
}
