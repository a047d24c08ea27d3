import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { bytesOf } from '../../shared/files/bytes.ts';
import type { Outgoing } from '../../platform/outgoing/fetch.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { liftTile } from './remote/lift.ts';
import { remoteHeights } from './remote/tiles.ts';
import type { TerrainRow } from './store.ts';
import { ENTRY_BYTES, entryOf, readEntry, type Address } from './pyramid/tile-file.ts';

export const unpacked = promisify(gunzip);
const packed = promisify(gzip);

/** Cache of tiles used for heights, in bytes. */
const MAX_CACHED_BYTES = 32 * 1024 ** 2;
/** Remote terrains may change: milliseconds until a tile is fetched again. */
const REMOTE_LIFETIME = 60 * 60_000;
const NONE = new Float32Array(0);
const stored = new LRUCache<string, Float32Array>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ byteLength }) => byteLength + 200,
});

/** Where tiles come from. */
interface Sources {
  storage: Storage;
  outgoing: Outgoing;
}

/** A gzipped tile; undefined where the terrain has no height. */
export async function packedTile(
  { storage, outgoing }: Sources,
  terrain: TerrainRow,
  address: Address,
): Promise<Buffer | undefined> {
  const at = entryOf(terrain, address);
  if (at === undefined) return undefined;
  const { id, key, tiles } = terrain;
  if (key === null) {
    const heights = await remoteHeights(outgoing, { id, tiles: tiles! }, address);
    if (heights && terrain.heights === 'egm96') await liftTile(heights, address);
    return heights && packed(Buffer.from(heights.buffer));
  }
  const entry = readEntry(await bytesOf(storage, key, at, at + ENTRY_BYTES - 1));
  if (entry.length === 0) return undefined;
  return bytesOf(storage, key, entry.start, entry.start + entry.length - 1);
}

/** Heights of a tile. */
export async function heightsOfTile(
  sources: Sources,
  terrain: TerrainRow,
  address: Address,
): Promise<Float32Array | undefined> {
  const name = `${terrain.id}/${address.level}/${address.x}/${address.y}`;
  let heights = stored.get(name);
  if (!heights) {
    const tile = await packedTile(sources, terrain, address);
    heights = tile ? new Float32Array(new Uint8Array(await unpacked(tile)).buffer) : NONE;
    stored.set(name, heights, terrain.key === null ? { ttl: REMOTE_LIFETIME } : {});
  }
  return heights === NONE ? undefined : heights;
}
