import { layerOfTileset, type Tileset, type TilesetLook, type ViewerName } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';
import { listClauses, type ParsedListQuery } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import type { TilesetFile } from './read-archive.ts';

/** Most tilesets per project. */
export const MAX_TILESETS = 200;

/** A tileset, and where its archive is stored. */
export interface TilesetRow extends Omit<Tileset, keyof TilesetLook> {
  key: string | null;
  look: Partial<TilesetLook>;
}

const COLUMNS = `t.id, t.project_id as "projectId", t.name, t.file_name as "fileName", t.address, t.root, t.edition,
  t.bytes, t.look, t.version, t.created_at as "createdAt", cu.name as "createdBy", t.updated_at as "updatedAt",
  uu.name as "updatedBy", t.key`;
const FROM = 'tilesets t join users cu on cu.id = t.created_by join users uu on uu.id = t.updated_by';
const LIST = {
  columns: { name: 'lower(t.name)', createdAt: 't.created_at', bytes: 't.bytes' },
  searched: ['t.name', 't.file_name', 't.address'],
  defaultOrder: 't.created_at',
  unique: 't.id',
};
const ALL: ViewerName = 'tiles-3d';
const DEFAULT_LOOK: TilesetLook = { place: null, tint: null, opacity: 1, clip: null, visible: true };

/** People blocked from the layer see no tileset. */
export function seesTilesets(caller: Caller): boolean {
  return !caller.blockedLayers.includes(ALL);
}

/**
 * Condition on rows of `tilesets` named `alias`: of the person's projects, not blocked individually or as a whole.
 */
function visible(caller: Caller, alias: string, params: unknown[]): string {
  if (!seesTilesets(caller)) return 'false';
  const prefix = layerOfTileset('');
  const blocked = caller.blockedLayers.filter((layer) => layer.startsWith(prefix));
  const hidden = blocked.map((layer) => layer.slice(prefix.length));
  return `(${ofMyProjects(caller, alias, params)} and not (${alias}.id::text = any(${addParam(params, hidden)}::text[])))`;
}

export function readTilesets(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  query: ParsedListQuery,
): Promise<(TilesetRow & { total: number })[]> {
  const params: unknown[] = [projectId ?? null];
  const { where, tail } = listClauses(query, LIST, params);
  return db.query(
    `select ${COLUMNS}, count(*) over ()::int as total from ${FROM}
     where ($1::uuid is null or t.project_id = $1::uuid) and ${visible(caller, 't', params)} and ${where} ${tail}`,
    params,
  );
}

/** Includes blocked ones: the limit counts what the project has. */
export async function countTilesets(db: Queries, projectId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from tilesets where project_id = $1',
    [projectId],
  );
  return row?.count ?? 0;
}

/** Throws 404 when the caller cannot see it. */
export async function findTileset(db: Queries, caller: Caller, id: string): Promise<TilesetRow> {
  const params: unknown[] = [id];
  const [row] = await db.query<TilesetRow>(
    `select ${COLUMNS} from ${FROM} where t.id = $1::uuid and ${visible(caller, 't', params)}`,
    params,
    { often: true },
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

/** Like `findTileset`, locked for an update. Throws 412 when it has another version. */
export async function takeTileset(
  tx: Queries,
  caller: Caller,
  id: string,
  version: number,
): Promise<TilesetRow> {
  await tx.query('select 1 from tilesets where id = $1 for update', [id]);
  const row = await findTileset(tx, caller, id);
  if (row.version !== version) throw stale(tilesetOf(row), row.version);
  return row;
}

export type NewTileset = Pick<TilesetRow, 'projectId' | 'name' | 'root' | 'edition'> &
  Partial<Pick<TilesetRow, 'fileName' | 'key' | 'address' | 'bytes'>>;

export async function insertTileset(tx: Queries, caller: Caller, made: NewTileset): Promise<TilesetRow> {
  const { projectId, name, root, edition, fileName = null, key = null, address = null, bytes = 0 } = made;
  const [row] = await tx.query<{ id: string }>(
    `insert into tilesets (project_id, name, file_name, key, address, root, edition, bytes, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [projectId, name, fileName, key, address, root, edition, bytes, caller.userId],
  );
  return findTileset(tx, caller, row!.id);
}

export async function changeTileset(
  tx: Queries,
  caller: Caller,
  row: TilesetRow,
  { name, ...look }: Partial<TilesetLook> & { name?: string | undefined },
): Promise<TilesetRow> {
  await tx.query(
    `update tilesets set name = $2, look = $3::jsonb, version = version + 1, updated_at = now(), updated_by = $4
     where id = $1`,
    [row.id, name ?? row.name, JSON.stringify({ ...row.look, ...look }), caller.userId],
  );
  return findTileset(tx, caller, row.id);
}

const AT_ONCE = 5_000;

export async function insertFiles(tx: Queries, id: string, files: readonly TilesetFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    await tx.query(
      `insert into tileset_files (tileset_id, path, start, packed, bytes, deflated, gzipped)
       select $1::uuid, f.* from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[],
         $7::boolean[]) as f`,
      [
        id,
        some.map(({ path }) => path),
        some.map(({ start }) => start),
        some.map(({ packed }) => packed),
        some.map(({ bytes }) => bytes),
        some.map(({ deflated }) => deflated),
        some.map(({ gzipped }) => gzipped),
      ],
    );
  }
}

export async function findTilesetFile(
  db: Queries,
  id: string,
  path: string,
): Promise<TilesetFile | undefined> {
  const [file] = await db.query<TilesetFile>(
    'select path, start, packed, bytes, deflated, gzipped from tileset_files where tileset_id = $1 and path = $2',
    [id, path],
    { often: true },
  );
  return file;
}

/** The query of a URL is never disclosed: it may contain a key. */
export function tilesetOf({ key: _, look, address, ...row }: TilesetRow): Tileset {
  return { ...row, address: address?.replace(/\?.*$/s, '') ?? null, ...DEFAULT_LOOK, ...look };
}
