import type { CloudFinding, CloudSelection } from '#core/protocol';
import type { NodePoints } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { Changes } from '../points/changes.ts';
import { standingOut } from './openings.ts';
import { filled, Grid, valueAt, type Raster } from './raster.ts';
import { walkAll, type Report } from './walk-all.ts';

export const GROUND = 2;
const UNASSIGNED = 1;
/** Low points (noise) and high noise. */
const NOISE = [7, 18];
/** No ground is so steep from one cell to the next: what lies so far below its neighbours is no ground. */
const PIT_SLOPE = 5;
const PIT_CELLS = 2;

type GroundFinding = Extract<CloudFinding, { find: 'ground' }>;

/** Without classes that were asked for, everything but noise. */
const considered = (selection: CloudSelection): CloudSelection => ({
  ...selection,
  classes:
    selection.classes ??
    Array.from({ length: 256 }, (_, code) => code).filter((code) => !NOISE.includes(code)),
});

/** Others of a pulse were thrown back by what is above the ground. */
const isLast = ({ returnNumber, numberOfReturns }: NodePoints, i: number): boolean =>
  returnNumber[i]! >= numberOfReturns[i]!;

/**
 * The ground by a simple morphological filter (SMRF; Pingel, Clarke, McBride 2013). Its surface goes through the lowest
 * last returns of cells, without those that stand out of it; the last returns near it are ground. What was ground and is
 * not found becomes unassigned.
 */
export async function findGround(
  cloud: Cloud,
  selection: CloudSelection,
  request: GroundFinding,
  to: number,
  report: Report,
): Promise<Changes> {
  const changes = new Changes();
  const among = considered(selection);
  const { scale, offset } = cloud.source;
  const lowest = new Grid(request.cell);
  for await (const { points, chosen } of walkAll(cloud, among, (part) => report(part / 2)))
    for (const i of chosen) {
      if (!isLast(points, i)) continue;
      const at = 3 * i;
      // Relative to the offset: a raster has 32 bits a number.
      const z = points.positions[at + 2]! * scale[2];
      lowest.change(
        points.positions[at]! * scale[0] + offset[0],
        points.positions[at + 1]! * scale[1] + offset[1],
        (value) => (value <= z ? value : z),
      );
    }
  const raster = lowest.whole();
  if (!raster) return changes;
  const ground = bareGround(raster, request);
  const steep = steepness(ground);
  for await (const { node, points, chosen } of walkAll(cloud, among, (part) => report((1 + part) / 2)))
    for (const i of chosen) {
      const at = 3 * i;
      const x = points.positions[at]! * scale[0] + offset[0];
      const y = points.positions[at + 1]! * scale[1] + offset[1];
      const above = points.positions[at + 2]! * scale[2] - valueAt(ground, x, y);
      // On a slope a cell is higher than its lowest point by as much as it rises.
      const most = request.threshold + valueAt(steep, x, y) * request.cell;
      if (isLast(points, i) && Math.abs(above) <= most) changes.set(node.name, points, i, to);
      else if (points.classification[i] === to) changes.set(node.name, points, i, UNASSIGNED);
    }
  return changes;
}

/** The lowest points without pits and without what stands on the ground, filled. */
function bareGround(raster: Raster, { slope, window }: GroundFinding): Raster {
  const whole = { ...raster, values: filled(raster) };
  const upsideDown = { ...whole, values: whole.values.map((value) => -value) };
  const pits = standingOut(upsideDown, PIT_SLOPE, PIT_CELLS * raster.cell);
  const withoutPits = raster.values.map((value, at) => (pits[at] === 1 ? NaN : value));
  const surface = { ...raster, values: filled({ ...raster, values: withoutPits }) };
  const objects = standingOut(surface, slope, window);
  const bare = withoutPits.map((value, at) => (objects[at] === 1 ? NaN : value));
  // Where everything stands out there is no ground to go by.
  if (bare.every(Number.isNaN)) return surface;
  return { ...raster, values: filled({ ...raster, values: bare }) };
}

/** Rise per unit of length, cell by cell. */
function steepness({ columns, rows, ...raster }: Raster): Raster {
  const { cell, values } = raster;
  const steep = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const [west, east] = [column > 0 ? at - 1 : at, column < columns - 1 ? at + 1 : at];
      const [south, north] = [row > 0 ? at - columns : at, row < rows - 1 ? at + columns : at];
      const x = (values[east]! - values[west]!) / Math.max(1, east - west);
      const y = (values[north]! - values[south]!) / Math.max(1, (north - south) / columns);
      steep[at] = Math.hypot(x, y) / cell;
    }
  return { columns, rows, ...raster, values: steep };
}
