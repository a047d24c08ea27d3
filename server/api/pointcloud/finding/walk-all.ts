import type { CloudSelection } from '#core/protocol';
import { Unusable } from '../../../base/unusable.ts';
import type { Cloud } from '../points/cloud.ts';
import { Walk, type SelectedPoints } from '../points/walk.ts';

/** Most points that a job reads to find classes. */
export const MAX_POINTS = 100_000_000;

/** Hears how much of the work is done, 0 to 1. */
export type Report = (part: number) => void;

/** All points of a selection, however long it takes. Throws Unusable when there are too many. */
export async function* walkAll(
  cloud: Cloud,
  selection: CloudSelection,
  report: Report,
  most = MAX_POINTS,
): AsyncGenerator<SelectedPoints> {
  const walk = new Walk(cloud, selection, { seconds: Infinity, points: most });
  const nodes = await walk.nodesMet();
  const all = nodes.reduce((sum, { count }) => sum + count, 0);
  let read = 0;
  for await (const found of walk.selected()) {
    yield found;
    read += found.node.count;
    report(Math.min(1, read / all));
  }
  if (walk.stoppedBy !== null) throw new Unusable('pointcloud.too-many-to-find', { points: most });
}
