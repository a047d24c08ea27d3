import FlatQueue from 'flatqueue';
import type { TilesetPlace } from '#core/protocol';
import { IDENTITY, largestScale, times, type Matrix } from '../../../formats/tiles3d/matrix.ts';
import { endingOf } from '../kinds.ts';
import { pathOf } from '../tree.ts';
import { meetsAround, sphereOf, type Around } from './bounds.ts';
import { ownPlace, standingOf } from './standing.ts';

/** A content to read triangles from. */
export interface TileToRead {
  path: string;
  /** To earth-centred coordinates, where the set is placed. */
  transform: Matrix;
  zUp: boolean;
}

export interface FinestTiles {
  tiles: TileToRead[];
  /** Metres: the largest geometric error of a tile whose children were not taken for want of room. */
  error: number;
  /** Subtrees of implicit tiling, which are not read. */
  implicit: number;
}

export interface TilesOf {
  root: string;
  place: TilesetPlace | null;
  read(path: string): Promise<Buffer>;
  /** Bytes of a content; counted against `most`. */
  sizeOf(path: string): number;
  most: number;
}

interface Tile {
  json: Record<string, unknown>;
  /** From its coordinates to those of the set. */
  transform: Matrix;
  refine: string;
  /** The tileset.json it is in. */
  from: string;
  zUp: boolean;
  error: number;
}

const MAX_TILES = 200_000;

/** The finest tiles around a place for which there is room; nothing where the set is placed nowhere. */
export async function finestTiles(set: TilesOf, around: Around): Promise<FinestTiles> {
  const found: FinestTiles = { tiles: [], error: 0, implicit: 0 };
  const root = await rootOf(set, set.root, IDENTITY);
  if (!root) return found;
  const own = ownPlace(root.transform, sphereOf(root.json['boundingVolume'], root.transform).center);
  const standing = standingOf(own, set.place);
  if (!standing) return found;
  const scale = largestScale(standing);
  const isNear = meetsAround(around);
  const isHere = ({ json, transform }: Tile) => {
    const { center, radius } = sphereOf(json['boundingVolume'], transform);
    if (radius === Infinity) return true;
    const [x, y, z] = center;
    const placed = times(standing, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
    return isNear({ center: [placed[12]!, placed[13]!, placed[14]!], radius: radius * scale });
  };
  const take = (tile: Tile) => {
    for (const path of contentsOf(tile))
      if (endingOf(path) !== 'json')
        found.tiles.push({ path, transform: times(standing, tile.transform), zUp: tile.zUp });
  };
  // Coarsest first, so that the room is used evenly.
  const waiting = new FlatQueue<Tile>();
  let bytes = 0;
  const enter = (tile: Tile) => {
    bytes += sizeOf(set, tile);
    waiting.push(tile, -tile.error);
  };
  if (isHere(root)) enter(root);
  for (let seen = 0; waiting.length > 0; seen++) {
    const tile = waiting.pop()!;
    if (
      tile.json['implicitTiling'] !== undefined ||
      '3DTILES_implicit_tiling' in recordOf(tile.json['extensions'])
    ) {
      found.implicit++;
      continue;
    }
    const children = (await childrenOf(set, tile)).filter(isHere);
    if (children.length === 0) {
      take(tile);
      continue;
    }
    const isReplaced = tile.refine !== 'ADD';
    const more = children.reduce(
      (sum, child) => sum + sizeOf(set, child),
      isReplaced ? -sizeOf(set, tile) : 0,
    );
    if (bytes + more > set.most || seen > MAX_TILES) {
      found.error = Math.max(found.error, tile.error * scale);
      take(tile);
      continue;
    }
    if (isReplaced) bytes -= sizeOf(set, tile);
    else take(tile);
    for (const child of children) enter(child);
  }
  return found;
}

/** The root of the tileset.json at a path; undefined where there is none. */
async function rootOf(set: TilesOf, path: string, outer: Matrix): Promise<Tile | undefined> {
  const json = recordOf(JSON.parse((await set.read(path)).toString().replace(/^\ufeff/, '')));
  const root = json['root'];
  const { gltfUpAxis } = recordOf(json['asset']);
  const zUp = typeof gltfUpAxis === 'string' && gltfUpAxis.toUpperCase() === 'Z';
  return root === undefined
    ? undefined
    : tileOf(root, { transform: outer, refine: 'REPLACE', from: path, zUp });
}

function tileOf(value: unknown, parent: Pick<Tile, 'transform' | 'refine' | 'from' | 'zUp'>): Tile {
  const json = recordOf(value);
  const own = json['transform'];
  const isMatrix = Array.isArray(own) && own.length === 16 && own.every(Number.isFinite);
  const { refine, geometricError } = json;
  return {
    json,
    transform: isMatrix ? times(parent.transform, own as number[]) : parent.transform,
    refine: typeof refine === 'string' ? refine.toUpperCase() : parent.refine,
    from: parent.from,
    zUp: parent.zUp,
    error: typeof geometricError === 'number' ? geometricError : 0,
  };
}

/** Its children, and the roots of tilesets that are its contents. */
async function childrenOf(set: TilesOf, tile: Tile): Promise<Tile[]> {
  const { children } = tile.json;
  const below = Array.isArray(children) ? children.map((child) => tileOf(child, tile)) : [];
  for (const path of contentsOf(tile))
    if (endingOf(path) === 'json') {
      const root = await rootOf(set, path, tile.transform);
      if (root) below.push(root);
    }
  return below;
}

function contentsOf({ json, from }: Tile): string[] {
  const { content, contents } = json;
  const multiple = recordOf(recordOf(json['extensions'])['3DTILES_multiple_contents'])['contents'];
  const several = contents ?? multiple;
  return [content, ...(Array.isArray(several) ? (several as unknown[]) : [])].flatMap((one) => {
    const uri = recordOf(one)['uri'] ?? recordOf(one)['url'];
    return typeof uri === 'string' ? [pathOf(uri, from)] : [];
  });
}

function sizeOf(set: TilesOf, tile: Tile): number {
  return contentsOf(tile).reduce((sum, path) => sum + (endingOf(path) === 'json' ? 0 : set.sizeOf(path)), 0);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
