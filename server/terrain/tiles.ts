import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { bytesOf } from '../files/bytes.ts';
import type { Storage } from '../storage/storage.ts';
import type { TerrainRow } from './store.ts';
import { ENTRY_BYTES, entryOf, readEntry, type Address } from './tile-file.ts';

export const unpacked = promisify(gunzip);

/** Tiles that heights are asked of again and again. */
const KEPT_BYTES = 32 * 1024 ** 2;
const NONE = new Float32Array(0);
const kept = new LRUCache<string, Float32Array>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ byteLength }) => byteLength + 200,
});

/** A tile as it is stored, packed by gzip; undefined where the terrain has no height there. */
export async function packedTile(
  storage: Storage,
  terrain: TerrainRow,
  address: Address,
): Promise<Buffer | undefined> {
  const at = entryOf(terrain, address);
  if (at === undefined) return undefined;
  const entry = readEntry(await bytesOf(storage, terrain.key, at, at + ENTRY_BYTES - 1));
  if (entry.length === 0) return undefined;
  return bytesOf(storage, terrain.key, entry.start, entry.start + entry.length - 1);
}

/** Heights of a tile. */
export async function heightsOfTile(
  storage: Storage,
  terrain: TerrainRow,
  address: Address,
): Promise<Float32Array | undefined> {
  const name = `${terrain.id}/${address.level}/${address.x}/${address.y}`;
  let heights = kept.get(name);
  if (!heights) {
    const packed = await packedTile(storage, terrain, address);
    heights = packed ? new Float32Array(new Uint8Array(await unpacked(packed)).buffer) : NONE;
    kept.set(name, heights);
  }
  return heights === NONE ? undefined : heights;
}
