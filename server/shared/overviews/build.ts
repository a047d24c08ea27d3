import type { Database } from '../../platform/db/database.ts';
import { CELL } from '../../formats/mvt/coverage.ts';
import { envelope, EXTENT, toTile, type TileAddress } from '../../formats/mvt/grid.ts';
import { Shaper, type TileBox } from '../../formats/mvt/shape.ts';
import { applyChanges, DEEPEST } from './changes.ts';
import { readTileObjects, uuidAt, type TileObject } from './objects.ts';
import { Overview, packOverview, unpackOverview, type LargeObject } from './overview.ts';

/** Most objects of a tile that are read one by one. */
export const FEW = 8_000;
/** Objects from this size on are drawn themselves: 16 pixels of a tile drawn 512 pixels wide, in tile units. */
const LARGE = 16 * CELL;
/** Most objects of an overview that are drawn themselves. */
const MAX_LARGE = 2_000;
/** The tiles of the next zoom, east and south of the first. */
const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The building of a project's overviews: one at a time in a process, so that no part is built twice. */
const building = new Map<string, Promise<unknown>>();

/**
 * The overview of a tile with more than `FEW` objects, stored or built now; undefined for other tiles. It has objects of
 * all types: who shows it leaves out those that the person may not see.
 */
export async function overviewOf(
  db: Database,
  projectId: string,
  tile: TileAddress,
  signal?: AbortSignal,
): Promise<Overview | undefined> {
  await applyChanges(db, projectId);
  let content = await readStored(db, projectId, tile);
  if (!content) {
    if (tile.z >= DEEPEST || (await hasFew(db, projectId, tile))) return undefined;
    content = await buildNext(db, projectId, tile, signal);
  }
  const overview = unpackOverview(content);
  return overview.whole ? undefined : overview;
}

/** Builds an overview when those of the project that were requested before are built. */
async function buildNext(
  db: Database,
  projectId: string,
  tile: TileAddress,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const before = building.get(projectId) ?? Promise.resolve();
  const built = before.catch(() => {}).then(() => new Builder(db, projectId, signal).build(tile));
  building.set(projectId, built);
  try {
    return await built;
  } finally {
    if (building.get(projectId) === built) building.delete(projectId);
  }
}

async function readStored(
  db: Database,
  projectId: string,
  { z, x, y }: TileAddress,
): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ content: Uint8Array }>(
    'select content from overviews where project_id = $1 and z = $2 and x = $3 and y = $4',
    [projectId, z, x, y],
    { often: true },
  );
  return row?.content;
}

const WITHIN = `g.project_id = $1::uuid
  and g.geom && st_makeenvelope($2::float8, $3::float8, $4::float8, $5::float8, 4326)`;

async function hasFew(db: Database, projectId: string, tile: TileAddress): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from geometries g where ${WITHIN} limit ${FEW + 1}) g`,
    [projectId, ...envelope(tile)],
    { often: true },
  );
  return row!.count <= FEW;
}

/**
 * Builds an overview from those of the next zoom, down to tiles with few objects, and stores all of them. Those that
 * wait for their neighbours are packed: a coverage is 256 KB for each type, and up to 22 zooms wait for the last.
 */
class Builder {
  #db: Database;
  #projectId: string;
  #signal: AbortSignal | undefined;
  #generation: number | undefined;

  constructor(db: Database, projectId: string, signal: AbortSignal | undefined) {
    this.#db = db;
    this.#projectId = projectId;
    this.#signal = signal;
  }

  /** Returns the overview as stored. */
  async build(tile: TileAddress): Promise<Uint8Array> {
    this.#signal?.throwIfAborted();
    this.#generation ??= await this.#readGeneration();
    const stored = await readStored(this.#db, this.#projectId, tile);
    if (stored) return stored;
    const few = tile.z >= DEEPEST || (await hasFew(this.#db, this.#projectId, tile));
    const overview = few ? await this.#fromObjects(tile) : await this.#fromQuarters(tile);
    const content = packOverview(overview);
    if (!overview.empty) await this.#store(tile, content);
    return content;
  }

  async #readGeneration(): Promise<number> {
    await this.#db.query(
      `insert into overview_states (project_id) select id from projects where id = $1 on conflict do nothing`,
      [this.#projectId],
    );
    const [state] = await this.#db.query<{ generation: number }>(
      'select generation::float8 as generation from overview_states where project_id = $1',
      [this.#projectId],
    );
    return state?.generation ?? -1;
  }

  /** Not stored when overviews were removed meanwhile: it may be one of them. */
  async #store({ z, x, y }: TileAddress, content: Uint8Array): Promise<void> {
    await this.#db.query(
      `with state as (select project_id from overview_states where project_id = $1 and generation = $2 for share)
       insert into overviews (project_id, z, x, y, content)
       select project_id, $3::int, $4::int, $5::int, $6::bytea from state on conflict do nothing`,
      [this.#projectId, this.#generation, z, x, y, content],
    );
  }

  async #fromObjects(tile: TileAddress): Promise<Overview> {
    const overview = new Overview(true);
    const shaper = new Shaper(toTile(tile));
    const large: (LargeObject & { merge(): void })[] = [];
    const where = `g.id in (select g.id from geometries g where ${WITHIN} order by g.id limit ${FEW})`;
    await this.#read(tile, where, envelope(tile), (object) => {
      const shape = shaper.draw(object.bytes, object.geometry);
      const { points, box, end } = shape;
      const merge = () => mergeObject(overview, shaper, object, shape);
      if (!points && box.side >= LARGE) {
        const id = uuidAt(object.bytes, object.id).toString();
        large.push({ id, typeName: object.typeName, side: Math.round(box.side), merge });
      } else merge();
      return end;
    });
    large.sort(bySize);
    for (const { merge } of large.splice(MAX_LARGE)) merge();
    overview.large = large.map(({ id, typeName, side }) => ({ id, typeName, side }));
    return overview;
  }

  async #fromQuarters(tile: TileAddress): Promise<Overview> {
    const overview = new Overview(false);
    const found = new Map<string, LargeObject>();
    const quarters: Uint8Array[] = [];
    for (const [right, down] of QUARTERS)
      quarters.push(await this.build({ z: tile.z + 1, x: 2 * tile.x + right, y: 2 * tile.y + down }));
    for (const [n, [right, down]] of QUARTERS.entries()) {
      const quarter = unpackOverview(quarters[n]!);
      for (const { typeName, kind, coverage } of quarter.merged.values())
        overview.coverage(typeName, kind).addQuarter(coverage, right, down);
      for (const each of quarter.large) found.set(each.id, { ...each, side: Math.round(each.side / 2) });
    }
    const objects = [...found.values()].sort(bySize);
    overview.large = objects.filter(({ side }, i) => side >= LARGE && i < MAX_LARGE);
    await this.#merge(tile, overview, objects.slice(overview.large.length));
    return overview;
  }

  /** Merges objects that are large at the next zoom but not here. */
  async #merge(tile: TileAddress, overview: Overview, objects: readonly LargeObject[]): Promise<void> {
    if (objects.length === 0) return;
    const shaper = new Shaper(toTile(tile));
    const ids = objects.map(({ id }) => id);
    await this.#read(tile, 'g.project_id = $1::uuid and g.id = any($2::uuid[])', [ids], (object) => {
      const shape = shaper.draw(object.bytes, object.geometry);
      mergeObject(overview, shaper, object, shape);
      return shape.end;
    });
  }

  #read(
    tile: TileAddress,
    where: string,
    values: readonly unknown[],
    each: Parameters<typeof readTileObjects>[3],
  ): Promise<void> {
    return readTileObjects(
      this.#db,
      tile,
      { where, types: 'false', params: [this.#projectId, ...values] },
      each,
    );
  }
}

/** Covers the cells of an object. It is counted only in the tile with the north-western corner of its box. */
function mergeObject(
  overview: Overview,
  shaper: Shaper,
  { typeName, bytes, geometry }: TileObject,
  { points, box }: { points: boolean; box: TileBox },
): void {
  const coverage = overview.coverage(typeName, points ? 'points' : 'areas');
  shaper.cover(bytes, geometry, coverage);
  if (box.west >= 0 && box.west < EXTENT && box.north >= 0 && box.north < EXTENT) coverage.count++;
}

/** The largest first; of equal ones always the same. */
function bySize(a: LargeObject, b: LargeObject): number {
  return b.side - a.side || (a.id < b.id ? -1 : 1);
}
