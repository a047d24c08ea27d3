import type { Database, Queries } from '../../platform/db/database.ts';

/** Boxes of changes are widened to hundredths of a degree, so that many near ones become one. */
const PART = 100;
/** More changed boxes than this remove all overviews of their project. */
const MAX_BOXES = 2_000;
/** The deepest zoom of which overviews are stored. */
export const DEEPEST = 22;

/**
 * SQL that records where objects change, as part of the statement that changes them. `geometries`: a query of
 * geometries named `geom`, of the objects before and after; `project`: the placeholder of the project.
 */
export function recordChanges(project: string, geometries: string): string {
  const low = (side: string) => `floor(${PART} * ${side}(c.geom)) / ${PART}`;
  const high = (side: string) => `ceil(${PART} * ${side}(c.geom)) / ${PART}`;
  return `insert into overview_changes (project_id, west, south, east, north)
    select distinct ${project}::uuid, ${low('st_xmin')}, ${low('st_ymin')}, ${high('st_xmax')}, ${high('st_ymax')}
    from (${geometries}) c where not st_isempty(c.geom)`;
}

/** Records that objects may have changed anywhere in the project. */
export async function recordLargeChange(tx: Queries, projectId: string): Promise<void> {
  await tx.query('insert into overview_changes (project_id) values ($1)', [projectId]);
}

/** Removes the overviews in which something has changed. */
export async function applyChanges(db: Database, projectId: string): Promise<void> {
  const waiting = 'select 1 from overview_changes where project_id = $1 limit 1';
  if ((await db.query(waiting, [projectId], { often: true })).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.query('update overview_states set generation = generation + 1 where project_id = $1', [
      projectId,
    ]);
    const boxes = await tx.query<{ west: number | null; south: number; east: number; north: number }>(
      `with gone as (delete from overview_changes where project_id = $1 returning west, south, east, north)
       select distinct * from gone limit ${MAX_BOXES + 1}`,
      [projectId],
    );
    if (boxes.length > MAX_BOXES || boxes.some(({ west }) => west === null))
      return void (await tx.query('delete from overviews where project_id = $1', [projectId]));
    const column = (side: 'west' | 'south' | 'east' | 'north') => boxes.map((box) => box[side]);
    // Rows from the north, as in Web Mercator (server/formats/mvt/grid.ts); a box is widened by the buffer of a tile.
    const row = (latitude: string) =>
      `(0.5 - asinh(tan(radians(greatest(-85.05, least(85.05, ${latitude}))))) / (2 * pi())) * (2 ^ o.z)`;
    await tx.query(
      `delete from overviews o using unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[])
         as b(west, south, east, north)
       where o.project_id = $1
         and o.x between floor((b.west + 180) / 360 * (2 ^ o.z) - 0.04) and floor((b.east + 180) / 360 * (2 ^ o.z) + 0.04)
         and o.y between floor(${row('b.north')} - 0.04) and floor(${row('b.south')} + 0.04)`,
      [projectId, column('west'), column('south'), column('east'), column('north')],
    );
  });
}

/** Removes overviews that have been out of date for a day, and changes of projects without overviews. */
export async function sweepChanges(db: Database): Promise<void> {
  await db.query(
    `delete from overview_states s where exists (
       select 1 from overview_changes c where c.project_id = s.project_id and c.at < now() - interval '1 day')`,
  );
  await db.query(
    `delete from overview_changes c where c.at < now() - interval '1 hour'
       and not exists (select 1 from overview_states s where s.project_id = c.project_id)`,
  );
}
