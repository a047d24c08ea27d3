import type { TileColour } from '#core/protocol';
import type { CloudNode, Vector3 } from '../../../formats/pointcloud/source.ts';
import { Unusable } from '../../../base/unusable.ts';
import { dot, minus, plus, size, times, unit } from '../measures/linear.ts';
import type { Cloud } from '../points/cloud.ts';
import type { EarthFrame } from '../points/task.ts';
import { toSpaceFrom, type ToSpace } from './earth.ts';
import { nodeNamed } from '../points/node-named.ts';

/** Levels of one tileset file; what is below is in files of its own, fetched when they are near. */
const LEVELS = 4;
const EARTH_RADIUS = 6_371_000;

interface Tile {
  boundingVolume: { box: number[] };
  geometricError: number;
  refine: 'ADD';
  content?: { uri: string };
  children?: Tile[];
}

export interface TilesetRequest {
  earth: EarthFrame;
  /** The node whose part it is; undefined: the whole. */
  node: string | undefined;
  /** Path of its files, from its own. */
  folder: string;
  colour: TileColour | undefined;
}

/** The tileset of a cloud, or the part below a node, as JSON. */
export async function tilesetOf(cloud: Cloud, request: TilesetRequest): Promise<Uint8Array> {
  const root = await cloud.root();
  if (!root) throw new Unusable('pointcloud.node-not-there', { node: request.node ?? 'r' });
  const top = request.node === undefined ? root : await nodeNamed(cloud, request.node);
  const toSpace = await toSpaceFrom(request.earth, root);
  const metres = cloud.source.spacing * request.earth.from.unit;
  const query = request.colour === undefined ? '' : `?colour=${request.colour}`;
  const tileOf = async (node: CloudNode, depth: number): Promise<Tile> => {
    const children = await cloud.children(node);
    const isLeaf = children.length === 0;
    const tile: Tile = {
      boundingVolume: { box: boxOf(node, toSpace) },
      geometricError: isLeaf ? 0 : metres / 2 ** node.level,
      refine: 'ADD',
    };
    if (depth === LEVELS && !isLeaf)
      return { ...tile, content: { uri: `${request.folder}${node.name}.json${query}` } };
    if (node.count > 0) tile.content = { uri: `${request.folder}${node.name}.pnts${query}` };
    if (!isLeaf) tile.children = await Promise.all(children.map((child) => tileOf(child, depth + 1)));
    return tile;
  };
  const tileset = {
    asset: { version: '1.0' },
    geometricError: (2 * metres) / 2 ** top.level,
    root: await tileOf(top, 0),
  };
  return Buffer.from(JSON.stringify(tileset));
}

/** A box along east, north and up at its middle, as 3D Tiles has it, around a node. */
export function boxOf({ min, max }: CloudNode, toSpace: ToSpace): number[] {
  const corners = Array.from({ length: 8 }, (_, n) =>
    toSpace([n & 1 ? max[0] : min[0], n & 2 ? max[1] : min[1], n & 4 ? max[2] : min[2]]),
  );
  const middle = times(
    corners.reduce((sum, corner) => plus(sum, corner), [0, 0, 0] as Vector3),
    1 / 8,
  );
  const up = unit(middle);
  const east = unit(Math.hypot(up[0], up[1]) < 1e-9 ? [0, 1, 0] : [-up[1], up[0], 0]);
  const north: Vector3 = [
    up[1] * east[2] - up[2] * east[1],
    up[2] * east[0] - up[0] * east[2],
    up[0] * east[1] - up[1] * east[0],
  ];
  const from = corners.map((corner) => minus(corner, middle));
  // Between its corners a side of the node is bent as the earth is.
  const bent = Math.max(...from.map(size)) ** 2 / (2 * EARTH_RADIUS) + 0.01;
  const half = (axis: Vector3) =>
    times(axis, Math.max(...from.map((each) => Math.abs(dot(each, axis)))) + bent);
  return [...middle, ...half(east), ...half(north), ...half(up)];
}
