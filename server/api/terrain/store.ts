import type { Terrain, ViewerName } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';
import { listClauses, type ParsedListQuery } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';

/** Most terrains per project. */
export const MAX_TERRAINS = 50;

/** A terrain, and where its tiles are stored or fetched from. */
export interface TerrainRow extends Terrain {
  key: string | null;
  tiles: string | null;
  /** Storage key of the model; null where it was not kept, and of external terrains. */
  source: string | null;
}

const COLUMNS = `t.id, t.project_id as "projectId", t.name, t.file_name as "fileName", t.heights, t.unit, t.unit_from as "unitFrom", t.crs, t.resolution,
  t.extent, t.lowest, t.highest, t.finest, t.bytes, t.created_at as "createdAt", u.name as "createdBy", t.key,
  t.address, t.tiles, t.source`;
const FROM = 'terrains t join users u on u.id = t.created_by';
const LIST = {
  columns: { name: 'lower(t.name)', createdAt: 't.created_at', resolution: 't.resolution' },
  searched: ['t.name', 't.file_name'],
  defaultOrder: 't.created_at',
  unique: 't.id',
};
const LAYER: ViewerName = 'terrain-3d';

/** People blocked from the layer see no terrain. */
export function seesTerrain(caller: Caller): boolean {
  return !caller.blockedLayers.includes(LAYER);
}

export function readTerrains(
  db: Queries,
  caller: Caller,
  projectId: string,
  query: ParsedListQuery,
): Promise<(TerrainRow & { total: number })[]> {
  const params: unknown[] = [projectId];
  const { where, tail } = listClauses(query, LIST, params);
  return db.query(
    `select ${COLUMNS}, count(*) over ()::int as total from ${FROM}
     where t.project_id = $1::uuid and ${ofMyProjects(caller, 't', params)} and ${where} ${tail}`,
    params,
  );
}

/** Throws 404 when the caller cannot see it. */
export async function findTerrain(db: Queries, caller: Caller, id: string): Promise<TerrainRow> {
  const params: unknown[] = [id];
  const [row] = seesTerrain(caller)
    ? await db.query<TerrainRow>(
        `select ${COLUMNS} from ${FROM} where t.id = $1::uuid and ${ofMyProjects(caller, 't', params)}`,
        params,
        { often: true },
      )
    : [];
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

export type NewTerrain = Omit<
  TerrainRow,
  'id' | 'createdAt' | 'createdBy' | 'fileName' | 'key' | 'address' | 'tiles' | 'source'
> &
  Partial<Pick<TerrainRow, 'fileName' | 'key' | 'address' | 'tiles' | 'source'>>;

export async function insertTerrain(tx: Queries, caller: Caller, made: NewTerrain): Promise<Terrain> {
  const { fileName = null, key = null, address = null, tiles = null, source = null } = made;
  const { projectId, name, heights, crs, resolution, extent, lowest, highest, finest } = made;
  const [row] = await tx.query<{ id: string }>(
    `insert into terrains (project_id, name, file_name, heights, crs, resolution, extent, lowest, highest, finest, key,
       bytes, created_by, address, tiles, source, unit, unit_from)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
    [
      projectId,
      name,
      fileName,
      heights,
      crs,
      resolution,
      JSON.stringify(extent),
      lowest,
      highest,
      finest,
      key,
      made.bytes,
      caller.userId,
      address,
      tiles,
      source,
      made.unit,
      made.unitFrom,
    ],
  );
  return terrainOf(await findTerrain(tx, caller, row!.id));
}

/**
 * Gives a terrain other tiles. It gets a new id: clients and caches keep the tiles of an id for ever. Undefined when
 * the caller sees no such terrain, or it has been replaced.
 */
export async function replaceTerrain(
  tx: Queries,
  caller: Caller,
  id: string,
  made: Pick<NewTerrain, 'unit' | 'unitFrom' | 'lowest' | 'highest' | 'bytes'> & { key: string },
): Promise<Terrain | undefined> {
  const params: unknown[] = [id];
  const [old] = await tx.query<{ key: string }>(
    `select t.key from terrains t where t.id = $1::uuid and ${ofMyProjects(caller, 't', params)} for update`,
    params,
  );
  if (!old) return undefined;
  const [row] = await tx.query<{ id: string }>(
    `update terrains set id = gen_random_uuid(), key = $2, unit = $3, unit_from = $4, lowest = $5, highest = $6,
       bytes = $7 where id = $1 returning id`,
    [id, made.key, made.unit, made.unitFrom, made.lowest, made.highest, made.bytes],
  );
  await tx.query('insert into unclaimed_keys (key) values ($1) on conflict do nothing', [old.key]);
  return terrainOf(await findTerrain(tx, caller, row!.id));
}

/** The query of a URL is never disclosed: it may contain a key. */
export function terrainOf({ key: _, tiles: __, source: ___, address, ...row }: TerrainRow): Terrain {
  return { ...row, address: address?.replace(/\?.*$/s, '') ?? null };
}
