import type { Database } from '../../platform/db/database.ts';
import { CELL } from '../../formats/mvt/coverage.ts';
import { envelope, EXTENT, toTile, type TileAddress } from '../../formats/mvt/grid.ts';
import { Shaper, type TileBox } from '../../formats/mvt/shape.ts';
import { classesOfTypes, type TypeClasses } from './classes.ts';
import { applyChanges, DEEPEST } from './changes.ts';
import { readTileObjects, uuidAt, type TileObject } from './objects.ts';
import { Overview, packOverview, unpackOverview, type LargeObject } from './overview.ts';

/** Most objects of a tile that are read one by one. */
export const FEW = 8_000;
/** Objects from this size on are drawn themselves: 16 pixels of a tile drawn 512 pixels wide, in tile units. */
const LARGE = 16 * CELL;
/** Most classifications for which the overviews of a project are stored: people may have styles of their own. */
const MAX_STORED_CLASSES = 4;
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

/** The overviews of a project with certain styles. */
export interface OverviewSource {
  projectId: string;
  classes: TypeClasses;
}

/**
 * The overview of a tile with more than `FEW` objects, stored or built now; undefined for other tiles. It has objects of
 * all types: who shows it leaves out those that the person may not see.
 */
export async function overviewOf(
  db: Database,
  source: OverviewSource,
  tile: TileAddress,
  signal?: AbortSignal,
): Promise<Overview | undefined> {
  await applyChanges(db, source.projectId);
  let content = await readStored(db, source, tile);
  if (!content) {
    if (tile.z >= DEEPEST || (await hasFew(db, source.projectId, tile))) return undefined;
    content = await buildNext(db, source, tile, signal);
  }
  const overview = unpackOverview(content);
  return overview.whole ? undefined : overview;
}

/** Builds all overviews of a project in advance, with the styles of its types. */
export async function buildOverviews(db: Database, projectId: string, signal?: AbortSignal): Promise<void> {
  const classes = await classesOfTypes(db, projectId);
  await overviewOf(db, { projectId, classes }, { z: 0, x: 0, y: 0 }, signal);
}

/** Builds an overview when those of the project that were requested before are built. */
async function buildNext(
  db: Database,
  source: OverviewSource,
  tile: TileAddress,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { projectId } = source;
  const before = building.get(projectId) ?? Promise.resolve();
  const built = before
    .catch(() => {})
    .then(async () => {
      await dropOldClasses(db, source);
      return new Builder(db, source, signal).build(tile);
    });
  building.set(projectId, built);
  try {
    return await built;
  } finally {
    if (building.get(projectId) === built) building.delete(projectId);
  }
}

async function readStored(
  db: Database,
  { projectId, classes }: OverviewSource,
  { z, x, y }: TileAddress,
): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ content: Uint8Array }>(
    'select content from overviews where project_id = $1 and classes = $2 and z = $3 and x = $4 and y = $5',
    [projectId, classes.key, z, x, y],
    { often: true },
  );
  return row?.content;
}

/** Makes room for overviews with other classes: a project keeps those of the styles that were shown last. */
async function dropOldClasses(db: Database, { projectId, classes }: OverviewSource): Promise<void> {
  await db.query(
    `delete from overviews where project_id = $1 and classes <> $2 and classes not in (
       select o.classes from overviews o where o.project_id = $1 and o.classes <> $2
       group by o.classes order by max(o.made_at) desc limit ${MAX_STORED_CLASSES - 1})`,
    [projectId, classes.key],
  );
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
  #source: OverviewSource;
  #signal: AbortSignal | undefined;
  #generation: number | undefined;

  constructor(db: Database, source: OverviewSource, signal: AbortSignal | undefined) {
    this.#db = db;
    this.#source = source;
    this.#signal = signal;
  }

  /** Returns the overview as stored. */
  async build(tile: TileAddress): Promise<Uint8Array> {
    this.#signal?.throwIfAborted();
    this.#generation ??= await this.#readGeneration();
    const stored = await readStored(this.#db, this.#source, tile);
    if (stored) return stored;
    const few = tile.z >= DEEPEST || (await hasFew(this.#db, this.#source.projectId, tile));
    const overview = few ? await this.#fromObjects(tile) : await this.#fromQuarters(tile);
    const content = packOverview(overview);
    if (overview.isWorthStoring) await this.#store(tile, content);
    return content;
  }

  async #readGeneration(): Promise<number> {
    await this.#db.query(
      `insert into overview_states (project_id) select id from projects where id = $1 on conflict do nothing`,
      [this.#source.projectId],
    );
    const [state] = await this.#db.query<{ generation: number }>(
      'select generation::float8 as generation from overview_states where project_id = $1',
      [this.#source.projectId],
    );
    return state?.generation ?? -1;
  }

  /** Not stored when overviews were removed meanwhile: it may be one of them. */
  async #store({ z, x, y }: TileAddress, content: Uint8Array): Promise<void> {
    await this.#db.query(
      `with state as (select project_id from overview_states where project_id = $1 and generation = $2 for share)
       insert into overviews (project_id, classes, z, x, y, content)
       select project_id, $3::text, $4::int, $5::int, $6::int, $7::bytea from state on conflict do nothing`,
      [this.#source.projectId, this.#generation, this.#source.classes.key, z, x, y, content],
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
      if (!object.isDrawn) {
        overview.hides = true;
        return end;
      }
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
      if (object.isDrawn) mergeObject(overview, shaper, object, shape);
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
      {
        where,
        types: 'false',
        params: [this.#source.projectId, ...values],
        classes: this.#source.classes,
      },
      each,
    );
  }
}

/** Covers the cells of an object. It is counted only in the tile with the north-western corner of its box. */
function mergeObject(
  overview: Overview,
  shaper: Shaper,
  { typeName, bytes, geometry, className }: TileObject,
  { points, box }: { points: boolean; box: TileBox },
): void {
  const coverage = overview.coverage(typeName, points ? 'points' : 'areas');
  const covered = coverage.begin(className);
  shaper.cover(bytes, geometry, coverage);
  if (box.west >= 0 && box.west < EXTENT && box.north >= 0 && box.north < EXTENT) covered.count++;
}

/** The largest first; of equal ones always the same. */
function bySize(a: LargeObject, b: LargeObject): number {
  return b.side - a.side || (a.id < b.id ? -1 : 1);
}
