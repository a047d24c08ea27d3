import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { useGrids, type GridOffer } from '#core/geodesy';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';

interface StoredGrid extends GridOffer {
  key: string;
}

/** What a thread needs to compute as the server does. */
export interface GridFiles {
  offers: GridOffer[];
  /** Paths by the ids of the grids. */
  files: Record<string, string>;
}

export interface GridSource {
  db: Database;
  storage: Storage;
}

/** From now on this process computes with the current grids. */
export async function useStoredGrids({ db, storage }: GridSource): Promise<void> {
  const keys = new Map<string, string>();
  const stored = await readStored(db);
  for (const { id, key } of stored) keys.set(id, key);
  useGrids(stored, async ({ id }) => wholeBuffer(await buffer(await storage.read(keys.get(id)!))));
}

/** The grids as local files; a geoid is only needed where heights are computed. */
export async function gridFiles(
  { db, storage }: GridSource,
  kinds: readonly GridOffer['kind'][] = ['shift'],
): Promise<GridFiles> {
  const stored = (await readStored(db)).filter(({ kind }) => kinds.includes(kind));
  const paths = await Promise.all(
    stored.map(async ({ id, key }) => [id, await storage.localPath(key)] as const),
  );
  return {
    offers: stored.map(({ key: _key, ...offer }) => offer),
    files: Object.fromEntries(paths),
  };
}

/** In a thread: computes with these from now on. */
export function useGridFiles({ offers, files }: GridFiles): void {
  useGrids(offers, async ({ id }) => wholeBuffer(await readFile(files[id]!)));
}

/** EPSG codes of the CRS that are computed with grids. */
export async function codesOfGrids(db: Queries): Promise<number[]> {
  const sql = 'select distinct jsonb_array_elements_text(crs) as code from crs_grids';
  const rows = await db.query<{ code: string }>(sql, [], { often: true });
  return rows.map(({ code }) => Number(code.slice(5)));
}

function readStored(db: Database): Promise<StoredGrid[]> {
  const sql = `select id, kind, name, accuracy, crs, area, datum, key from crs_grids
    order by accuracy, created_at`;
  return db.query<StoredGrid>(sql, [], { often: true });
}

/** Bytes with a separate buffer. */
function wholeBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
