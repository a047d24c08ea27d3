import { LRUCache } from 'lru-cache';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashOf } from '../../base/hash.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import type { TileAddress } from '../../formats/mvt/grid.ts';
import { makeTile } from './tile.ts';
import type { Policy } from './cache-policy.ts';

export interface CachedTile {
  plain: Buffer;
  /** Compressed, for clients that accept it; made on first request. */
  packed?: Buffer;
}

const ROOM = 64 * 1024 * 1024;
/** Recent tiles of all people with the same rights, by version and address: a version's tiles never change. */
const memory = new LRUCache<string, CachedTile>({ maxSize: ROOM, maxEntrySize: ROOM / 4 });

/** Limit of tiles stored in the database, in bytes; further ones are not stored. */
const MAX_BYTES = 1024 * 1024 * 1024;

export interface TileRequest {
  projectId: string;
  address: TileAddress;
  /** What the tile shows and to whom; see `tileVersion`. */
  version: string;
}

/**
 * The version of a project's tiles for a person. With automatic invalidation it changes with anything the person
 * sees; without it only when all is invalidated, or for other visible types.
 * Throws 404 when the person cannot see the project.
 */
export async function tileVersion(
  db: Database,
  policy: Policy,
  caller: Caller,
  projectId: string,
): Promise<string> {
  if (policy.auto) return `${policy.epoch}-${await stateOf(db, { caller, projectId })}`;
  await requireProject(db, caller, projectId);
  return `${policy.epoch}-${seenAs(caller)}`;
}

/** Identifies the visible objects: members with the same blocked types see the same. */
function seenAs(caller: Caller): string {
  return hashOf(blockedTypes(caller).sort()).slice(0, 22);
}

export async function tileOf(
  db: Database,
  policy: Policy,
  caller: Caller,
  expected: TileRequest,
): Promise<CachedTile> {
  const { projectId, address } = expected;
  const found = memory.get(keyOf(expected));
  if (found) return found;
  const make = () => makeTile(db, caller, projectId, address);
  const plain = policy.auto ? await make() : await fromDatabase(db, policy.epoch, caller, expected, make);
  return { plain };
}

/** Called when the tile is ready to send, compressed or not. */
export function remember(expected: TileRequest, tile: CachedTile): void {
  const key = keyOf(expected);
  memory.set(key, tile, { size: sizeOf(key, tile) });
}

function sizeOf(key: string, { plain, packed }: CachedTile): number {
  return plain.length + (packed?.length ?? 0) + key.length;
}

/** Tiles in memory since the last invalidation; earlier ones are no longer requested and are evicted in time. */
export function sizeInMemory(epoch: string): { tiles: number; bytes: number } {
  const stored = [...memory.entries()].filter(([key]) => key.startsWith(`${epoch}-`));
  return { tiles: stored.length, bytes: stored.reduce((sum, [key, tile]) => sum + sizeOf(key, tile), 0) };
}

function keyOf({ version, projectId, address: { z, x, y } }: TileRequest): string {
  return `${version} ${projectId} ${z}/${x}/${y}`;
}

/** The tile that a process stored first since the last invalidation; made now if there is none. */
async function fromDatabase(
  db: Database,
  epoch: number,
  caller: Caller,
  { projectId, address }: TileRequest,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = [projectId, epoch, seenAs(caller), address.z, address.x, address.y];
  const read = async () => {
    const [row] = await db.query<{ tile: Uint8Array }>(
      `select tile from kept_tiles
       where project_id = $1 and epoch = $2 and seen_as = $3 and z = $4 and x = $5 and y = $6`,
      key,
    );
    return row && Buffer.from(row.tile);
  };
  const stored = await read();
  if (stored) return stored;
  const made = await make();
  await db.query(
    `insert into kept_tiles (project_id, epoch, seen_as, z, x, y, tile)
     select $1::uuid, $2::bigint, $3::text, $4::int, $5::int, $6::int, $7::bytea
     where pg_total_relation_size('kept_tiles') < ${MAX_BYTES} on conflict do nothing`,
    [...key, made],
  );
  // Another process may have been first; then both use its tile.
  return (await read()) ?? made;
}
