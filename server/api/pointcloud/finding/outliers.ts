import type { CloudFinding, CloudSelection } from '#core/protocol';
import { Unusable } from '../../../base/unusable.ts';
import type { CloudNode, NodePoints } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { Walk } from '../points/walk.ts';
import { Changes } from '../points/changes.ts';
import { NearIndex } from './near-index.ts';
import { pointsIn, tilesOf, type TilePoints } from './tiles.ts';
import type { Report } from './walk-all.ts';

/** Most points whose distances are kept at once, four bytes each. */
const MAX_POINTS = 50_000_000;
/** Distances beyond this many times that of evenly spread points count as so far. */
const FAR = 50;

type Of<K extends CloudFinding['find']> = Extract<CloudFinding, { find: K }>;

/** Isolated points: with fewer than `fewest` others within `radius`. */
export async function findNoise(
  cloud: Cloud,
  selection: CloudSelection,
  { radius, fewest }: Of<'noise'>,
  to: number,
  report: Report,
): Promise<Changes> {
  const changes = new Changes();
  await eachTile(cloud, selection, radius, report, async (points) => {
    const index = NearIndex.of(points.places, radius);
    const found: number[] = [];
    for (let i = 0; i < points.count; i++)
      if (points.isOwn[i] === 1 && index.within(i, radius, fewest) < fewest) found.push(i);
    await mark(cloud, points, found, to, changes);
  });
  return changes;
}

/**
 * Statistical outliers (Rusu 2008): points whose mean distance to their nearest neighbours is more than so many standard
 * deviations above that of all.
 */
export async function findOutliers(
  cloud: Cloud,
  selection: CloudSelection,
  { neighbours, deviations }: Of<'outliers'>,
  to: number,
  report: Report,
): Promise<Changes> {
  const distances = new Map<string, { node: CloudNode; values: Float32Array }>();
  const sums = { count: 0, sum: 0, squares: 0 };
  const nodes = await new Walk(cloud, selection, { seconds: Infinity, points: Infinity }).nodesMet();
  const apart = spacingOf(nodes);
  const most = FAR * apart * Math.sqrt(neighbours);
  await eachTile(cloud, selection, most, report, (points) => {
    const index = NearIndex.of(points.places, apart * Math.sqrt(neighbours));
    for (let i = 0; i < points.count; i++) {
      if (points.isOwn[i] === 0) continue;
      const distance = index.meanDistance(i, neighbours, most);
      sums.count++;
      sums.sum += distance;
      sums.squares += distance ** 2;
      const node = points.nodes[points.nodeOf[i]!]!;
      const own = distances.get(node.name) ?? { node, values: new Float32Array(node.count) };
      distances.set(node.name, own);
      own.values[points.indexOf[i]!] = distance;
    }
  });
  const { count, sum, squares } = sums;
  const mean = sum / count;
  const limit = mean + deviations * Math.sqrt(Math.max(0, squares / count - mean ** 2));
  const changes = new Changes();
  for (const { node, values } of distances.values()) {
    if (!values.some((value) => value > limit)) continue;
    const points = await cloud.load(node);
    for (let i = 0; i < values.length; i++) if (values[i]! > limit) changes.set(node.name, points, i, to);
  }
  return changes;
}

/** Reads the points tile by tile, each with those around it. Throws Unusable when there are too many. */
async function eachTile(
  cloud: Cloud,
  selection: CloudSelection,
  margin: number,
  report: Report,
  call: (points: TilePoints) => Promise<void> | void,
): Promise<void> {
  const nodes = await new Walk(cloud, selection, { seconds: Infinity, points: Infinity }).nodesMet();
  const tiles = tilesOf(nodes);
  let read = 0;
  for (const [i, tile] of tiles.entries()) {
    const points = await pointsIn(cloud, selection, tile, margin);
    read += points.isOwn.reduce((sum, own) => sum + own, 0);
    if (read > MAX_POINTS) throw new Unusable('pointcloud.too-many-to-find', { points: MAX_POINTS });
    if (points.count > 0) await call(points);
    report((i + 1) / tiles.length);
  }
}

async function mark(
  cloud: Cloud,
  points: TilePoints,
  found: readonly number[],
  to: number,
  changes: Changes,
): Promise<void> {
  // Points of a node are next to each other.
  let loaded: { k: number; points: NodePoints } | undefined;
  for (const i of found) {
    const k = points.nodeOf[i]!;
    const node = points.nodes[k]!;
    if (loaded?.k !== k) loaded = { k, points: await cloud.load(node) };
    changes.set(node.name, loaded.points, points.indexOf[i]!, to);
  }
}

/** Distance of points spread evenly over the plan of the finest nodes. */
function spacingOf(nodes: readonly CloudNode[]): number {
  const finest = nodes.reduce((level, node) => Math.max(level, node.level), 0);
  const own = nodes.filter(({ level }) => level >= finest - 1);
  const area = own.reduce((sum, { min, max }) => sum + (max[0] - min[0]) * (max[1] - min[1]), 0);
  const count = own.reduce((sum, node) => sum + node.count, 0);
  return Math.max(1e-6, Math.sqrt(area / Math.max(1, count)));
}
