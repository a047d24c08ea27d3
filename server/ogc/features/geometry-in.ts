import type { Geometry, Position } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { RequestCrs } from './crs.ts';
import { withQueryErrors } from './read.ts';

/**
 * Geometries of a request in WGS 84, longitude first; heights stay as they are. Where a system is projected, the
 * database computes them as it computes what is read, so that a vertex that was not moved does not move.
 * Throws 422 for what is no position, 400 for a place that the system cannot have.
 */
export async function toWgs84(
  db: Queries,
  geometries: readonly Geometry[],
  crs: RequestCrs,
): Promise<Geometry[]> {
  if (crs.srid === 4326 && !crs.northFirst) return [...geometries];
  const given: Position[] = [];
  for (const geometry of geometries) positionsIn(geometry.coordinates, 'coordinates', given);
  const eastFirst = given.map(([x, y, height = 0]): [number, number, number] =>
    crs.northFirst ? [y, x, height] : [x, y, height],
  );
  const placed = crs.srid === 4326 ? eastFirst : await transform(db, crs.srid, eastFirst);
  let n = 0;
  return geometries.map(
    (geometry) =>
      ({
        ...geometry,
        coordinates: replaced(geometry.coordinates, ([, , height]) => {
          const [x, y] = placed[n++]!;
          return height === undefined ? [x, y] : [x, y, height];
        }),
      }) as Geometry,
  );
}

/**
 * Seven-parameter shifts are inverted only to some tenths of a millimetre: what the first result is off when computed
 * back is taken away once, so that reading gives the coordinates that were written. They depend on the height.
 */
async function transform(
  db: Queries,
  srid: number,
  places: readonly [number, number, number][],
): Promise<Position[]> {
  const there = (x: string, y: string) =>
    `st_transform(st_setsrid(st_makepoint(${x}, ${y}, p.z), $1::int), 4326)`;
  const rows = await withQueryErrors(() =>
    db.query<{ x: number; y: number }>(
      `select st_x(g) as x, st_y(g) as y
       from unnest($2::float8[], $3::float8[], $4::float8[]) with ordinality as p (x, y, z, n),
         lateral st_transform(${there('p.x', 'p.y')}, $1::int) as f,
         lateral ${there('2 * p.x - st_x(f)', '2 * p.y - st_y(f)')} as g order by n`,
      [srid, ...[0, 1, 2].map((axis) => places.map((place) => place[axis]!))],
    ),
  );
  return rows.map(({ x, y }): Position => [x, y]);
}

/** A multipolygon nests positions three deep. */
const DEEPEST = 3;

function positionsIn(value: unknown, path: string, into: Position[], depth = 0): void {
  if (depth < DEEPEST && Array.isArray(value) && Array.isArray(value[0])) {
    value.forEach((each, n) => positionsIn(each, `${path}[${n}]`, into, depth + 1));
    return;
  }
  const position = Array.isArray(value) ? (value as unknown[]) : [];
  const sound = position.length === 2 || position.length === 3;
  if (!sound || !position.every(Number.isFinite))
    throw new HttpError(422, 'geometry.not-a-position', { path: path.slice(0, 60) });
  into.push(position as Position);
}

function replaced(value: unknown, replacement: (position: Position) => Position): unknown {
  const nested = value as unknown[];
  return Array.isArray(nested[0])
    ? nested.map((each) => replaced(each, replacement))
    : replacement(value as Position);
}
