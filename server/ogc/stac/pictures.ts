import type { PyramidShape } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { addParam } from '../../platform/db/params.ts';
import type { Queries } from '../../platform/db/database.ts';
import { FIELD_OF_VIEW, HEADING, HEADING_FROM, PITCH, POSITION } from '../../shared/files/photo-pose.ts';
import { PICTURES } from '../../shared/files/pictures.ts';
import { visibleFiles } from '../../shared/files/scope.ts';

/** A panorama or photo that has a place. */
export interface Picture {
  id: string;
  kind: 'panoramic' | 'document';
  name: string;
  projectId: string;
  /** Its survey; of a photo without one, its project. */
  sequence: string;
  position: [number, number] | [number, number, number];
  heading: number | null;
  /** Null: it is not stated which north the heading counts from. */
  north: 'true' | 'magnetic' | null;
  pitch: number | null;
  roll: number | null;
  /** Width of the picture as an angle, degrees. */
  field: number | null;
  camera: string | null;
  takenAt: string | null;
  createdAt: string;
  updatedAt: string;
  by: string;
  mediaType: string;
  bytes: number;
  track: string | null;
  pyramid: number | null;
  pyramidShape: PyramidShape | null;
  before: string | null;
  after: string | null;
}

/** Which pictures: all that are given hold. */
export interface PictureChoice {
  ids?: readonly string[] | undefined;
  sequences?: readonly string[] | undefined;
  /** West, south, east, north; across the antimeridian west is greater than east. */
  box?: readonly [number, number, number, number] | undefined;
  /** GeoJSON. */
  intersects?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const PANORAMA = `f.kind = 'panoramic'`;
const detail = (name: string) => `nullif(f.details->'${name}', 'null'::jsonb)`;
const either = (ofPanorama: string, ofPhoto: string) =>
  `case when ${PANORAMA} then ${ofPanorama} else ${ofPhoto} end`;
const numeric = (name: string) => `(${detail(name)})::text::float8`;
const TAKEN = either(`f.details->>'takenAt'`, `v.facts->>'takenAt'`);

/**
 * SQL of the pictures that the person may see, as a table `picture`; of one project, or of all. Its order within a sequence is
 * that of the tracks.
 */
function pictureTable(caller: Caller, projectId: string | undefined, params: unknown[]): string {
  const param = (value: unknown) => addParam(params, value);
  return `with placed as (
      select f.id, f.kind, f.name, f.project_id as "projectId", coalesce(f.survey_id, f.project_id) as sequence,
        ${either(detail('position'), POSITION)} as position, ${either(numeric('heading'), HEADING)} as heading,
        nullif(${either(`f.details->>'north'`, HEADING_FROM)}, 'unstated') as north,
        ${either(`coalesce(${numeric('pitch')}, 0)`, PITCH)} as pitch,
        ${either(`coalesce(${numeric('roll')}, 0)`, 'null')} as roll,
        ${either('360', FIELD_OF_VIEW)} as field, v.facts->>'camera' as camera, ${TAKEN} as "takenAt",
        f.created_at as "createdAt", f.updated_at as "updatedAt", u.name as by, v.media_type as "mediaType", v.bytes,
        f.details->>'trackId' as track, ${numeric('trackAt')} as "trackAt",
        p.pyramid, p.facts as "pyramidShape"
      from files f join file_versions v on v.file_id = f.id and v.version = f.content
        join users u on u.id = f.created_by left join panoramas p on p.file_id = f.id
      where (${PANORAMA} or (f.kind = 'document' and v.media_type = any(${param(PICTURES)}::text[])))
        ${projectId === undefined ? '' : `and f.project_id = ${param(projectId)}::uuid`}
        and ${visibleFiles(caller, 'f', params)}
    ), picture as (
      select placed.*, st_setsrid(st_makepoint((position->>0)::float8, (position->>1)::float8), 4326) as geom,
        row_number() over sequenced as rank, lag(id) over sequenced as before, lead(id) over sequenced as after
      from placed where position is not null
      window sequenced as (partition by sequence order by track, "trackAt", "takenAt", lower(name), id)
    )`;
}

function conditions(choice: PictureChoice, params: unknown[]): string {
  const param = (value: unknown) => addParam(params, value);
  const all = ['true'];
  const { ids, sequences, box, intersects, from, until } = choice;
  if (ids) all.push(`id = any(${param(ids)}::uuid[])`);
  if (sequences) all.push(`sequence = any(${param(sequences)}::uuid[])`);
  if (box) {
    const [west, south, east, north] = box.map((side) => `${param(side)}::float8`);
    const across = box[0] > box[2] ? 'or' : 'and';
    all.push(
      `(st_x(geom) >= ${west} ${across} st_x(geom) <= ${east}) and st_y(geom) between ${south} and ${north}`,
    );
  }
  if (intersects) all.push(`st_intersects(geom, st_setsrid(st_geomfromgeojson(${param(intersects)}), 4326))`);
  if (from) all.push(`"takenAt"::timestamptz >= ${param(from)}::timestamptz`);
  if (until) all.push(`"takenAt"::timestamptz <= ${param(until)}::timestamptz`);
  return all.join(' and ');
}

/** A page of the pictures, and how many there are in all. */
export async function readPictures(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  choice: PictureChoice,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pictures: Picture[]; matched: number }> {
  const params: unknown[] = [];
  const table = pictureTable(caller, projectId, params);
  const where = conditions(choice, params);
  const rows = await db.query<Picture & { matched: number }>(
    `${table} select *, count(*) over ()::int as matched from picture where ${where}
     order by sequence, rank limit ${addParam(params, limit)} offset ${addParam(params, offset)}`,
    params,
  );
  return { pictures: rows, matched: rows[0]?.matched ?? 0 };
}

export interface Sequence {
  id: string;
  projectId: string;
  /** Null: the photos of the project that are in no survey. */
  survey: string | null;
  project: string;
  pictures: number;
  west: number;
  south: number;
  east: number;
  north: number;
  from: string | null;
  until: string | null;
}

/** The sequences that have pictures: surveys, and the photos of a project that are in none. */
export async function readSequences(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  id?: string,
): Promise<Sequence[]> {
  const params: unknown[] = [];
  const table = pictureTable(caller, projectId, params);
  return db.query<Sequence>(
    `${table} select sequence as id, "projectId", s.name as survey, p.project_name as project, count(*)::int as pictures,
       st_xmin(st_extent(geom)) as west, st_ymin(st_extent(geom)) as south, st_xmax(st_extent(geom)) as east,
       st_ymax(st_extent(geom)) as north, min("takenAt") as from, max("takenAt") as until
     from picture join projects p on p.id = "projectId" left join surveys s on s.id = sequence
     where ${id === undefined ? 'true' : `sequence = ${addParam(params, id)}::uuid`}
     group by sequence, "projectId", s.name, p.project_name order by p.project_name, s.name nulls last, sequence`,
    params,
  );
}
