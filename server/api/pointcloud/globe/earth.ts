import { inSpace } from '#core/geodesy';
import type { CloudNode, Vector3 } from '../../../formats/pointcloud/source.ts';
import { onEarth } from '../points/frames.ts';
import type { EarthFrame } from '../points/task.ts';

/** Geocentric coordinates (WGS 84, metres) of places of a cloud. */
export type ToSpace = (place: Vector3) => Vector3;

export async function toSpaceFrom(frame: EarthFrame, root: CloudNode): Promise<ToSpace> {
  const near = root.min.map((low, i) => (low + root.max[i]!) / 2);
  const { toDegrees } = await onEarth(frame, near);
  return (place) => [...inSpace(toDegrees(place))];
}
