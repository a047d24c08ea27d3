import type { CloudSelection } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { nodeNamed } from '../points/node-named.ts';
import type { Cloud } from '../points/cloud.ts';
import { Walk } from '../points/walk.ts';
import { gather } from './gather.ts';
import { boxAround, distanceFrom } from './surface-distance.ts';

const MAX_SURFACE = 1_000_000;
const SECONDS = 60;

/**
 * The deviation of every point of a node from the surface of another cloud, as `deviation` measures it; NaN beyond
 * `most`. Before them, the spacing of the points that made the surface; 0: all of them. The points of coarse nodes are
 * spread wide, and where the other cloud has too many points around them, its finest levels are left out.
 */
export async function nodeDeviations(
  cloud: Cloud,
  other: Cloud,
  { node: name, most }: { node: string; most: number },
): Promise<Float32Array> {
  const node = await nodeNamed(cloud, name);
  const points = await cloud.load(node);
  const { scale, offset } = cloud.source;
  const places = Array.from(
    { length: points.count },
    (_, i) => scale.map((each, axis) => points.positions[3 * i + axis]! * each + offset[axis]!) as Vector3,
  );
  const values = new Float32Array(1 + points.count).fill(NaN);
  values[0] = 0;
  if (points.count === 0) return values;
  const selection = { inside: [boxAround(places, most)] };
  const level = await finestLevel(other, selection);
  const surface = await gather(other, selection, { seconds: SECONDS, points: 2 * MAX_SURFACE, level });
  if (!surface.source.complete) values[0] = other.source.spacing / 2 ** (level ?? 0);
  const distanceOf = distanceFrom(surface, most);
  places.forEach((place, i) => (values[i + 1] = distanceOf(place)?.distance ?? NaN));
  return values;
}

/** The level down to which a selection has no more points than can be held; undefined: all of them. */
async function finestLevel(cloud: Cloud, selection: CloudSelection): Promise<number | undefined> {
  const nodes = await new Walk(cloud, selection, { seconds: Infinity, points: Infinity }).nodesMet();
  const deepest = nodes.reduce((most, { level }) => Math.max(most, level), 0);
  let count = 0;
  for (let level = 0; level <= deepest; level++) {
    count += nodes.reduce((sum, node) => (node.level === level ? sum + node.count : sum), 0);
    if (count > MAX_SURFACE) return Math.max(0, level - 1);
  }
  return undefined;
}
