import { findPhotos, listPhotos, MAX_LISTED_PHOTOS, type PhotoRow } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Caller } from '../../base/caller.ts';
import { counted } from '../../http/list.ts';
import { route, type Route } from '../../http/context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import {
  FIELD_OF_VIEW,
  HEADING,
  HEADING_FROM,
  jsonNumber,
  PITCH,
  POSITION,
} from '../../shared/files/photo-pose.ts';
import { PICTURES } from '../../shared/files/pictures.ts';
import { requireObject, visibleFiles } from '../../shared/files/scope.ts';
import { isNadir, seesPlace, type PhotoSight } from './sees-place.ts';

/** Most photos of one place. */
const MOST = 200;

const size = (side: string) => `nullif((v.facts->>'${side}')::float8, 0)`;
const ASPECT = `case when (v.facts->>'orientation')::int >= 5 then ${size('width')} / ${size('height')}
  else ${size('height')} / ${size('width')} end`;
const COLUMNS = `f.id, f.name, f.version, f.geometry_id as "geometryId", f.survey_id as "surveyId",
  ${POSITION} as position, ${HEADING} as heading,
  ${HEADING_FROM} as "headingFrom", ${PITCH} as pitch, ${FIELD_OF_VIEW} as "fieldOfView",
  ${ASPECT} as aspect, ${jsonNumber(`v.facts->'heightAboveStart'`)} as "heightAboveStart",
  coalesce(v.facts->>'takenAt', v.facts->>'takenAtLocal') as "takenAt", u.name as by`;
const FROM = `files f join file_versions v on v.file_id = f.id and v.version = f.content join users u on u.id = f.created_by`;

function photosOf(caller: Caller, projectId: string, params: unknown[]): string {
  return `f.kind = 'document' and f.project_id = ${addParam(params, projectId)}::uuid
    and v.media_type = any(${addParam(params, PICTURES)}::text[]) and ${visibleFiles(caller, 'f', params)}`;
}

export const routes: Route[] = [
  route(listPhotos, async ({ headers, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const params: unknown[] = [];
    const rows = await services.db.query<PhotoRow & { total: number }>(
      `select ${COLUMNS}, count(*) over ()::int as total from ${FROM} where ${photosOf(caller, projectId, params)}
       order by coalesce(v.facts->>'takenAt', v.facts->>'takenAtLocal') desc nulls last, f.created_at desc, f.id
       limit ${MAX_LISTED_PHOTOS}`,
      params,
    );
    return counted(reply, rows);
  }),

  route(findPhotos, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    const { geometryid, lon, lat, radius } = query;
    await requireProject(services.db, caller, projectId);
    if (geometryid !== undefined) await requireObject(services.db, caller, projectId, geometryid);
    else if (lon === undefined || lat === undefined) throw new HttpError(400, 'files.no-place');
    const rows = await near(services.db, caller, projectId, { geometryid, lon, lat }, radius);
    const photos = rows.map(({ nearX, nearY, middleX, middleY, ...photo }) => {
      const sight: PhotoSight = { ...photo, position: photo.position!, height: photo.heightAboveStart };
      const places = [
        [nearX, nearY],
        [middleX, middleY],
      ] as const;
      return { ...photo, sees: seesPlace(sight, places) };
    });
    // Those that show the place come first, then those that may, each by distance.
    const rank = ({ sees }: { sees: boolean | null }) => (sees === true ? 0 : sees === null ? 1 : 2);
    photos.sort((a, b) => rank(a) - rank(b) || a.distance - b.distance);
    return { top: photos.filter(isNadir), bottom: photos.filter((photo) => !isNadir(photo)) };
  }),
];

interface NearPhoto extends PhotoRow {
  distance: number;
  /** The nearest point of the object, and its middle. */
  nearX: number;
  nearY: number;
  middleX: number;
  middleY: number;
}

function near(
  db: Queries,
  caller: Caller,
  projectId: string,
  of: { geometryid: string | undefined; lon: number | undefined; lat: number | undefined },
  radius: number,
): Promise<NearPhoto[]> {
  const params: unknown[] = [];
  const target =
    of.geometryid === undefined
      ? `select st_setsrid(st_makepoint(${addParam(params, of.lon)}::float8, ${addParam(params, of.lat)}::float8), 4326) as geom`
      : `select g.geom from geometries g where g.id = ${addParam(params, of.geometryid)}::uuid
           and ${scopeOf(caller, { projectId }).objects('g', params)}`;
  return db.query<NearPhoto>(
    `with target as (${target}), photo as (
       select ${COLUMNS}
       from ${FROM} where ${photosOf(caller, projectId, params)}
     ), placed as (
       select photo.*, target.geom, st_setsrid(st_makepoint((position->>0)::float8, (position->>1)::float8), 4326) as camera
       from photo, target where position is not null
     )
     select id, name, version, "geometryId", "surveyId", position, heading, "headingFrom", pitch, "fieldOfView", "takenAt", by,
       aspect, "heightAboveStart", st_distance(camera::geography, geom::geography) as distance,
       st_x(st_closestpoint(geom, camera)) as "nearX", st_y(st_closestpoint(geom, camera)) as "nearY",
       st_x(st_centroid(geom)) as "middleX", st_y(st_centroid(geom)) as "middleY"
     from placed where st_dwithin(camera::geography, geom::geography, ${addParam(params, radius)}::float8)
     order by distance, id limit ${MOST}`,
    params,
  );
}
