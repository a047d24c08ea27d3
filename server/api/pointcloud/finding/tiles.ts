import type { CloudSelection } from '#core/protocol';
import type { CloudNode } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { Walk } from '../points/walk.ts';

/** Points of a tile, more or less. */
const TILE_POINTS = 500_000;

/** A rectangle of the plan; its western and southern sides belong to it. */
export interface Tile {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Rectangles that together cover nodes, each with about as many points as fit into memory at once. */
export function tilesOf(nodes: readonly CloudNode[], most = TILE_POINTS): Tile[] {
  const places = nodes.map(({ min, max, count }) => ({
    x: (min[0] + max[0]) / 2,
    y: (min[1] + max[1]) / 2,
    count,
  }));
  const split = (tile: Tile, own: typeof places): Tile[] => {
    const count = own.reduce((sum, each) => sum + each.count, 0);
    if (count <= most || own.length === 1) return [tile];
    const isWide = tile.maxX - tile.minX > tile.maxY - tile.minY;
    const middle = isWide ? (tile.minX + tile.maxX) / 2 : (tile.minY + tile.maxY) / 2;
    const isFirst = ({ x, y }: { x: number; y: number }) => (isWide ? x : y) < middle;
    return [
      ...split(
        { ...tile, ...(isWide ? { maxX: middle } : { maxY: middle }) },
        own.filter((place) => isFirst(place)),
      ),
      ...split(
        { ...tile, ...(isWide ? { minX: middle } : { minY: middle }) },
        own.filter((place) => !isFirst(place)),
      ),
    ];
  };
  const around = (low: Tile, { min, max }: CloudNode): Tile => ({
    minX: Math.min(low.minX, min[0]),
    minY: Math.min(low.minY, min[1]),
    maxX: Math.max(low.maxX, max[0]),
    maxY: Math.max(low.maxY, max[1]),
  });
  const all = nodes.reduce(around, { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });
  // Points on the outermost sides, which were rounded, belong to a tile, too.
  const more = 1e-6 * (Math.abs(all.maxX) + Math.abs(all.maxY)) + 1e-3;
  const whole = {
    minX: all.minX - more,
    minY: all.minY - more,
    maxX: all.maxX + more,
    maxY: all.maxY + more,
  };
  return nodes.length === 0 ? [] : split(whole, places);
}

/** The points in a tile and around it. */
export interface TilePoints {
  count: number;
  /** Three coordinates a point, less the corner of the tile. */
  places: Float64Array;
  /** Of each point the position of its node in `nodes`, and its index there. */
  nodeOf: Int32Array;
  indexOf: Int32Array;
  nodes: CloudNode[];
  /** Whether a point is in the tile, not beside it. */
  isOwn: Uint8Array;
}

export async function pointsIn(
  cloud: Cloud,
  selection: CloudSelection,
  tile: Tile,
  margin: number,
): Promise<TilePoints> {
  const { minX, minY, maxX, maxY } = tile;
  const box = {
    kind: 'box' as const,
    min: [minX - margin, minY - margin, -1e9] as [number, number, number],
    max: [maxX + margin, maxY + margin, 1e9] as [number, number, number],
  };
  const walk = new Walk(
    cloud,
    { ...selection, inside: [...(selection.inside ?? []), box] },
    { seconds: Infinity, points: Infinity },
  );
  const parts: { node: CloudNode; positions: Int32Array; chosen: Uint32Array }[] = [];
  for await (const { node, points, chosen } of walk.selected())
    parts.push({
      node,
      positions: points.positions,
      chosen: chosen.slice(),
    });
  const count = parts.reduce((sum, { chosen }) => sum + chosen.length, 0);
  const { scale, offset } = cloud.source;
  const found: TilePoints = {
    count,
    places: new Float64Array(3 * count),
    nodeOf: new Int32Array(count),
    indexOf: new Int32Array(count),
    isOwn: new Uint8Array(count),
    nodes: parts.map(({ node }) => node),
  };
  let n = 0;
  for (const [k, { positions, chosen }] of parts.entries())
    for (const i of chosen) {
      const x = positions[3 * i]! * scale[0] + offset[0];
      const y = positions[3 * i + 1]! * scale[1] + offset[1];
      found.places[3 * n] = x - minX;
      found.places[3 * n + 1] = y - minY;
      found.places[3 * n + 2] = positions[3 * i + 2]! * scale[2];
      found.nodeOf[n] = k;
      found.indexOf[n] = i;
      found.isOwn[n] = x >= minX && x < maxX && y >= minY && y < maxY ? 1 : 0;
      n++;
    }
  return found;
}
