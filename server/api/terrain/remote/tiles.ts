import { LRUCache } from 'lru-cache';
import { TILE_NODES } from '#core/geodesy';
import { HttpError } from '../../../base/http-error.ts';
import type { Outgoing } from '../../../platform/outgoing/fetch.ts';
import type { Address } from '../pyramid/tile-file.ts';
import { fetchTile } from './fetch-tile.ts';
import { rasterizeMesh, parentOf, tilesUnder, type MeshTile } from './rasterize.ts';
import { NoMesh, readMesh, type QuantizedMesh } from './mesh.ts';

/** A terrain on another server. */
interface RemoteTerrainSource {
  readonly id: string;
  readonly tiles: string;
}
interface RemoteTileRequest extends RemoteTerrainSource {
  readonly outgoing: Outgoing;
  readonly tile: MeshTile;
}

/** Neighbouring tiles use the same meshes; changes there appear here after this time. */
const CACHE_BYTES = 64 * 1024 ** 2;
const CACHE_TTL = 60 * 60_000;
const NONE: QuantizedMesh = {
  right: new Float64Array(),
  up: new Float64Array(),
  heights: new Float64Array(),
  triangles: new Uint32Array(),
};
const cache = new LRUCache<string, QuantizedMesh, RemoteTileRequest>({
  maxSize: CACHE_BYTES,
  ttl: CACHE_TTL,
  sizeCalculation: ({ heights, triangles }) => 24 * heights.length + 4 * triangles.length + 300,
  fetchMethod: async (_key, _stale, { context: { outgoing, tiles, tile } }) => {
    const bytes = await fetchTile(outgoing, tiles, tile);
    return bytes ? readMesh(bytes) : NONE;
  },
});

/**
 * The heights of one of our tiles, from the meshes under it, coarser ones where there are no finer; undefined where
 * there are none. Throws 422, 502 or 504.
 */
export async function remoteHeights(
  outgoing: Outgoing,
  terrain: RemoteTerrainSource,
  address: Address,
): Promise<Float32Array | undefined> {
  try {
    const all = await Promise.all(tilesUnder(address).map((tile) => finestOf(outgoing, terrain, tile)));
    const found = all.flatMap((one) => one ?? []).sort((a, b) => a.tile.level - b.tile.level);
    if (found.length === 0) return undefined;
    const heights = new Float32Array(TILE_NODES * TILE_NODES).fill(NaN);
    for (const { mesh, tile } of found) rasterizeMesh(mesh, tile, address, heights);
    return heights;
  } catch (thrown) {
    if (thrown instanceof NoMesh)
      throw new HttpError(502, 'terrain.unreadable', { host: new URL(terrain.tiles).host });
    throw thrown;
  }
}

async function finestOf(
  outgoing: Outgoing,
  { id, tiles }: RemoteTerrainSource,
  from: MeshTile,
): Promise<{ mesh: QuantizedMesh; tile: MeshTile } | undefined> {
  for (let tile: MeshTile | undefined = from; tile; tile = parentOf(tile)) {
    const name = `${id}/${tile.level}/${tile.x}/${tile.y}`;
    const mesh = await cache.fetch(name, { context: { id, tiles, outgoing, tile } });
    if (mesh && mesh !== NONE) return { mesh, tile };
  }
  return undefined;
}
