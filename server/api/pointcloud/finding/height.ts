import type { CloudFinding, CloudSelection } from '#core/protocol';
import { Unusable } from '../../../base/unusable.ts';
import type { Cloud } from '../points/cloud.ts';
import { Changes } from '../points/changes.ts';
import { GROUND } from './ground.ts';
import { filled, Grid, valueAt } from './raster.ts';
import { walkAll, type Report } from './walk-all.ts';

type HeightFinding = Extract<CloudFinding, { find: 'height' }>;

/** Points by their height above the mean ground points of cells, between which it is interpolated. */
export async function findHeight(
  cloud: Cloud,
  selection: CloudSelection,
  { min, max = Infinity, cell }: HeightFinding,
  to: number,
  report: Report,
): Promise<Changes> {
  const changes = new Changes();
  const { scale, offset } = cloud.source;
  const counts = new Grid(cell);
  const heights = new Grid(cell);
  const onGround = { ...selection, classes: [GROUND] };
  for await (const { points, chosen } of walkAll(cloud, onGround, (part) => report(part / 2)))
    for (const i of chosen) {
      const at = 3 * i;
      const x = points.positions[at]! * scale[0] + offset[0];
      const y = points.positions[at + 1]! * scale[1] + offset[1];
      let count = 0;
      counts.change(x, y, (value) => (count = (value || 0) + 1));
      const z = points.positions[at + 2]! * scale[2];
      heights.change(x, y, (mean) => (count === 1 ? z : mean + (z - mean) / count));
    }
  const raster = heights.whole();
  if (!raster) throw new Unusable('pointcloud.no-ground');
  const ground = { ...raster, values: filled(raster) };
  for await (const { node, points, chosen } of walkAll(cloud, selection, (part) => report((1 + part) / 2)))
    for (const i of chosen) {
      if (points.classification[i] === GROUND) continue;
      const at = 3 * i;
      const x = points.positions[at]! * scale[0] + offset[0];
      const y = points.positions[at + 1]! * scale[1] + offset[1];
      const above = points.positions[at + 2]! * scale[2] - valueAt(ground, x, y);
      if (above >= min && above < max) changes.set(node.name, points, i, to);
    }
  return changes;
}
