import { inverse, loadProjections, operationAt, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { DatabaseError } from '../../platform/db/errors.ts';
import { authorityOf, registeredCrs, type RegisteredCrs } from '../../shared/crs/register.ts';
import { readyCrs } from '../../shared/crs/registered.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Fractions of the area of use, across and along. */
const PLACES = [
  [0.5, 0.5],
  [0.1, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
] as const;
/** Metres. */
const TOLERANCE = 0.001;

const checked = new Map<number, Promise<boolean>>();

/**
 * Whether the database computes a system of the register as the workbench does: to 1 mm, or within the accuracy of the
 * operation where its PROJ chooses another. Each system is compared once.
 */
export async function isComputedAlike(db: Queries, srid: number): Promise<boolean> {
  if (!(await addToDatabase(db, srid))) return false;
  let result = checked.get(srid);
  if (!result) {
    checked.set(srid, (result = compare(db, srid)));
    result.catch(() => checked.delete(srid));
  }
  return result;
}

/** Adds a system of PROJ to the list of the database, which is shorter; false if the database does not allow it. */
async function addToDatabase(db: Queries, srid: number): Promise<boolean> {
  const [known] = await db.query('select 1 from spatial_ref_sys where srid = $1', [srid], { often: true });
  if (known) return true;
  try {
    await db.query(
      'insert into spatial_ref_sys (srid, auth_name, auth_srid) values ($1, $2, $1) on conflict do nothing',
      [srid, authorityOf(srid)],
    );
    return true;
  } catch (thrown) {
    if (thrown instanceof DatabaseError && thrown.code === INSUFFICIENT_PRIVILEGE) return false;
    throw thrown;
  }
}

async function compare(db: Queries, srid: number): Promise<boolean> {
  const entry = (await registeredCrs(srid))!;
  await loadProjections();
  if (!(await readyCrs(`EPSG:${srid}`))) return false;
  const places = PLACES.map(([x, y]) => placeIn(entry, x, y));
  const rows = await transform(db, srid, places);
  return rows !== undefined && places.every((place, n) => isSame(entry, place, [rows[n]!.x, rows[n]!.y]));
}

/** Undefined where PROJ cannot compute one of the places. */
async function transform(
  db: Queries,
  srid: number,
  places: readonly Position[],
): Promise<{ x: number; y: number }[] | undefined> {
  try {
    return await db.query<{ x: number; y: number }>(
      `select st_x(g) as x, st_y(g) as y from unnest($2::float8[], $3::float8[]) with ordinality as p (x, y, n),
         lateral st_transform(st_setsrid(st_makepoint(p.x, p.y), 4326), $1::int) as g order by n`,
      [srid, places.map(([x]) => x), places.map(([, y]) => y)],
    );
  } catch (thrown) {
    if (thrown instanceof DatabaseError && thrown.code === 'XX000') return undefined;
    throw thrown;
  }
}

function isSame(entry: RegisteredCrs, place: Position, found: [number, number]): boolean {
  const { code, metresPerUnit, operations } = entry;
  const expected = project(`EPSG:${code}`, [place[0], place[1]]);
  const offset =
    metresPerUnit === undefined
      ? inverse(expected, found).distance
      : Math.hypot(expected[0] - found[0], expected[1] - found[1]) * metresPerUnit;
  return offset <= Math.max(TOLERANCE, operationAt(operations, [place[0], place[1]])?.accuracy ?? 0);
}

function placeIn({ bounds: [west, south, east, north] }: RegisteredCrs, x: number, y: number): Position {
  const wide = east >= west ? east - west : east + 360 - west;
  const longitude = west + x * wide;
  return [longitude > 180 ? longitude - 360 : longitude, south + y * (north - south)];
}
