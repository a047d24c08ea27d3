import { findNearProjects, NEAR_PROJECTS, type BodyOf, type Geometry } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { applyExtentsFor } from '../../shared/extents/changes.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { boxesAround, meetsBoxes } from '../../shared/geometries/around.ts';
import type { BoundingBox } from '../../shared/geometries/box.ts';
import { ewkbHex } from '../../formats/wkb/write.ts';
import { paramsInto } from '../../platform/db/params.ts';
import { counted } from '../../http/list.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { findProjects } from './stored-projects.ts';

const MAX_VERTICES = 10_000;

export const routes: Route[] = [
  route(findNearProjects, async ({ body, caller, services, reply }) => {
    const given = await givenGeometries(services.db, caller, body);
    const radius = body.radius ?? NEAR_PROJECTS.radius;
    const near = counted(reply, await projectsNear(services.db, caller, given, radius));
    const projects = await findProjects(
      services.db,
      caller,
      near.map(({ id }) => id),
    );
    return near.flatMap(({ id, distance }) => {
      const project = projects.get(id);
      return project ? [{ ...project, distance }] : [];
    });
  }),
];

const KINDS = { point: 'Point', linestring: 'LineString', polygon: 'Polygon' } as const;
type NearKind = keyof typeof KINDS;

interface NearGeometries {
  ids: string[];
  shapes: string[];
}

/** Throws 404 for an object the caller cannot see, 422 for another kind or an empty list. */
async function givenGeometries(
  db: Queries,
  caller: Caller,
  body: BodyOf<typeof findNearProjects>,
): Promise<NearGeometries> {
  const given: NearGeometries = { ids: [], shapes: [] };
  for (const kind of Object.keys(KINDS) as NearKind[]) {
    const value = body[kind];
    if (value === undefined) continue;
    if (typeof value === 'string' || Array.isArray(value))
      given.ids.push(...(await idsOf(db, caller, kind, [value].flat())));
    else if (isOfKind(kind, value.type)) given.shapes.push(ewkbHex(value));
    else throw otherKind(kind, value.type);
  }
  if (given.ids.length + given.shapes.length === 0) throw new HttpError(422, 'projects.near-nothing');
  return given;
}

async function idsOf(db: Queries, caller: Caller, kind: NearKind, ids: readonly string[]): Promise<string[]> {
  const params: unknown[] = [ids];
  const rows = await db.query<{ id: string; type: Geometry['type'] }>(
    `select g.id, substr(st_geometrytype(g.geom), 4) as type from geometries g
     where g.id = any($1::uuid[]) and ${scopeOf(caller).objects('g', params)}`,
    params,
  );
  if (rows.length < new Set(ids.map((id) => id.toLowerCase())).size)
    throw new HttpError(404, 'geometries.not-there');
  const other = rows.find(({ type }) => !isOfKind(kind, type));
  if (other) throw otherKind(kind, other.type);
  return rows.map(({ id }) => id);
}

function isOfKind(kind: NearKind, type: Geometry['type']): boolean {
  return type === KINDS[kind] || type === `Multi${KINDS[kind]}`;
}

function otherKind(kind: NearKind, given: string): HttpError {
  return new HttpError(422, 'projects.near-other-kind', { path: `body.${kind}`, given });
}

interface NearProject {
  id: string;
  name: string;
  distance: number;
}

/** The first ring around what is given, metres, and how many times wider each next one is. */
const FIRST_RING = 50;
const WIDER = 4;

/**
 * Distance of each project, the nearest first. Objects are measured ring by ring, and of a project no more once one of its
 * objects is found within a ring: of a large project only a few are. Projects that lie elsewhere are not looked at.
 */
async function projectsNear(
  db: Database,
  caller: Caller,
  given: NearGeometries,
  radius: number,
): Promise<(NearProject & { total: number })[]> {
  const extent = await extentOf(db, caller, given);
  await applyExtentsFor(db, caller);
  const found: NearProject[] = [];
  for (let ring = Math.min(radius, FIRST_RING); ; ring = Math.min(radius, ring * WIDER)) {
    const boxes = boxesAround(extent, ring);
    const ids = await projectsWithin(db, caller, boxes, found);
    if (ids.length > 0) found.push(...(await objectsNear(db, caller, { given, boxes, ids, radius: ring })));
    if (ring >= radius) break;
  }
  found.push(...(await placesNear(db, caller, given, radius)));
  const key = ({ name }: NearProject) => name.toLowerCase();
  found.sort(
    (one, other) =>
      one.distance - other.distance ||
      (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.id < other.id ? -1 : 1),
  );
  const total = found.length;
  return found.slice(0, NEAR_PROJECTS.maxProjects).map((project) => ({ ...project, total }));
}

function shapesOf(caller: Caller, params: unknown[]): string {
  return `select st_force2d(g.geom) as geom from geometries g
      where g.id = any($1::uuid[]) and ${scopeOf(caller).objects('g', params)}
    union all select st_force2d(s::geometry) from unnest($2::text[]) as s`;
}

async function extentOf(db: Queries, caller: Caller, given: NearGeometries): Promise<BoundingBox> {
  const params: unknown[] = [given.ids, given.shapes];
  const [all] = await db.query<{ west: number; south: number; east: number; north: number; count: number }>(
    `select st_xmin(st_extent(geom)) as west, st_ymin(st_extent(geom)) as south, st_xmax(st_extent(geom)) as east,
       st_ymax(st_extent(geom)) as north, sum(st_npoints(geom)) as count from (${shapesOf(caller, params)}) s`,
    params,
  );
  const { west, south, east, north, count } = all!;
  if (count > MAX_VERTICES) throw new HttpError(422, 'projects.near-too-many', { count, most: MAX_VERTICES });
  return [west, south, east, north];
}

/** The caller's projects with objects whose extent meets the boxes, without those found already. */
async function projectsWithin(
  db: Queries,
  caller: Caller,
  boxes: readonly BoundingBox[],
  found: readonly NearProject[],
): Promise<string[]> {
  const params: unknown[] = [found.map(({ id }) => id)];
  const param = paramsInto(params);
  const meets = boxes.map(([west, south, east, north]) => {
    const [w, s, e, n] = [west, south, east, north].map((value) => `${param(value)}::float8`);
    return `(e.west <= ${e} and e.east >= ${w} and e.south <= ${n} and e.north >= ${s})`;
  });
  const rows = await db.query<{ id: string }>(
    `select distinct e.project_id as id from project_extents e
     where (${meets.join(' or ')}) and not (e.project_id = any($1::uuid[]))
       and ${scopeOf(caller).objects('e', params)}`,
    params,
  );
  return rows.map(({ id }) => id);
}

/**
 * Distances of projects with an object within a radius. Exact ones are computed only for objects that can be the nearest of
 * their project: the distance in degrees, computed first, differs from metres by at most a factor of 1 / cos(latitude).
 */
function objectsNear(
  db: Queries,
  caller: Caller,
  near: { given: NearGeometries; boxes: readonly BoundingBox[]; ids: readonly string[]; radius: number },
): Promise<NearProject[]> {
  const { given, boxes, ids, radius } = near;
  const params: unknown[] = [given.ids, given.shapes];
  const param = paramsInto(params);
  return db.query<NearProject>(
    `with given as materialized (select st_collect(geom) as geom from (${shapesOf(caller, params)}) s),
     far as materialized (
       select g.project_id, g.id, st_distance(g.geom, given.geom) as degrees from geometries g, given
       where ${meetsBoxes('g.geom', boxes, param)} and g.project_id = any(${param(ids)}::uuid[])
         and ${scopeOf(caller).objects('g', params)}
     ), nearest as (
       select f.project_id, f.id, f.degrees from far f
         join (select project_id, min(degrees) as least from far group by project_id) l using (project_id)
       where f.degrees <= l.least * ${param(reachOf(boxes))}::float8 + 1e-9
     ), distances as (
       select g.project_id, case when n.degrees = 0 then 0 else ${metres('g.geom')} end as metres
       from nearest n join geometries g on g.id = n.id, given
     )
     select p.id, p.project_name as name, min(d.metres) as distance
     from distances d join projects p on p.id = d.project_id group by p.id
     having min(d.metres) <= ${param(radius)}::float8`,
    params,
  );
}

/** Distances of projects without objects, from their places. */
function placesNear(
  db: Queries,
  caller: Caller,
  given: NearGeometries,
  radius: number,
): Promise<NearProject[]> {
  const params: unknown[] = [given.ids, given.shapes];
  const param = paramsInto(params);
  const members = `p.organization_id = ${param(caller.organizationId)}::uuid and p.id in (
    select pm.project_id from project_members pm where pm.user_id = ${param(caller.userId)}::uuid)`;
  return db.query<NearProject>(
    `with given as materialized (select st_collect(geom) as geom from (${shapesOf(caller, params)}) s),
     places as (
       select p.id, p.project_name as name, ${metres('st_geomfromgeojson(p.location)')} as distance
       from projects p, given where ${members} and p.location is not null
         and not exists (select 1 from geometries g where g.project_id = p.id and ${scopeOf(caller).objects('g', params)})
     )
     select id, name, distance from places where distance <= ${param(radius)}::float8`,
    params,
  );
}

/** Geodesic distance to `given`. Long edges follow the drawn line; one halfway round the Earth has no geodesic. */
function metres(geometry: string): string {
  const shape = (each: string) => `st_segmentize(st_force2d(${each}), 5)::geography`;
  return `st_distance(${shape(geometry)}, ${shape('given.geom')})`;
}

/** How many times farther in degrees than the nearest an object may be and still be nearer in metres. */
function reachOf(boxes: readonly BoundingBox[]): number {
  // Across the antimeridian degrees are meaningless.
  if (boxes.length > 1) return 1e9;
  const farthest = Math.max(...boxes.flatMap(([, south, , north]) => [Math.abs(south), Math.abs(north)]));
  return 1.05 / Math.max(Math.cos((farthest * Math.PI) / 180), 1e-6);
}
