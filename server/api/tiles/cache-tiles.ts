import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import type { TileAddress } from '../../formats/mvt/grid.ts';
import { makeTile } from './tile.ts';
import type { Policy } from './cache-policy.ts';

export interface KeptTile {
  plain: Buffer;
  /** As it travels to those who take it so; made when the first of them asks. */
  packed?: Buffer;
}

const ROOM = 64 * 1024 * 1024;
/** Tiles made last, of any person who sees the same, by version and address: those of a version never change. */
const memory = new LRUCache<string, KeptTile>({ maxSize: ROOM, maxEntrySize: ROOM / 4 });

/** Beyond so many bytes the database takes no more tiles; further ones are made each time. */
const MOST_BYTES = 1024 * 1024 * 1024;

export interface TileWanted {
  projectId: string;
  address: TileAddress;
  /** What the tile shows and to whom, as `tileVersion` tells. */
  version: string;
}

/**
 * Changes when tiles do. With automatic invalidation that is whenever anything of the project changes that the person
 * sees; without it only when all is invalidated, or for someone who sees other types.
 * @throws HttpError 404 for a project that is not the person's.
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

/** Which of a project's objects the person sees: all members with the same blocked types see the same. */
function seenAs(caller: Caller): string {
  return createHash('sha256')
    .update(JSON.stringify(blockedTypes(caller).sort()))
    .digest('base64url')
    .slice(0, 22);
}

export async function tileOf(
  db: Database,
  policy: Policy,
  caller: Caller,
  wanted: TileWanted,
): Promise<KeptTile> {
  const { projectId, address } = wanted;
  const found = memory.get(keyOf(wanted));
  if (found) return found;
  const make = () => makeTile(db, scopeOf(caller, { projectId }), address);
  const plain = policy.auto ? await make() : await fromDatabase(db, policy.epoch, caller, wanted, make);
  return { plain };
}

/** Called when the tile is as it goes out, packed or not. */
export function remember(wanted: TileWanted, tile: KeptTile): void {
  const key = keyOf(wanted);
  memory.set(key, tile, { size: sizeOf(key, tile) });
}

function sizeOf(key: string, { plain, packed }: KeptTile): number {
  return plain.length + (packed?.length ?? 0) + key.length;
}

/** Those made since all were invalidated last; earlier ones are asked for by nobody and make room by themselves. */
export function keptInMemory(epoch: string): { tiles: number; bytes: number } {
  const kept = [...memory.entries()].filter(([key]) => key.startsWith(`${epoch}-`));
  return { tiles: kept.length, bytes: kept.reduce((sum, [key, tile]) => sum + sizeOf(key, tile), 0) };
}

function keyOf({ version, projectId, address: { z, x, y } }: TileWanted): string {
  return `${version} ${projectId} ${z}/${x}/${y}`;
}

/** The tile that any process made first since all was invalidated; made now where this is the first time. */
async function fromDatabase(
  db: Database,
  epoch: number,
  caller: Caller,
  { projectId, address }: TileWanted,
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
  const kept = await read();
  if (kept) return kept;
  const made = await make();
  await db.query(
    `insert into kept_tiles (project_id, epoch, seen_as, z, x, y, tile)
     select $1::uuid, $2::bigint, $3::text, $4::int, $5::int, $6::int, $7::bytea
     where pg_total_relation_size('kept_tiles') < ${MOST_BYTES} on conflict do nothing`,
    [...key, made],
  );
  // Another process may have been first; then both show the same.
  return (await read()) ?? made;
}
