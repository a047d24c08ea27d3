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
  /** Only those that lie along a track. */
  onTrack?: boolean | undefined;
  /** When they were taken; of those that do not say, when they were uploaded. */
  from?: string | undefined;
  until?: string | undefined;
}

const PANORAMA = `f.kind = 'panoramic'`;
const detail = (name: string) => `nullif(f.details->'${name}', 'null'::jsonb)`;
const either = (ofPanorama: string, ofPhoto: string) =>
  `case when ${PANORAMA} then ${ofPanorama} else ${ofPhoto} end`;
const numeric = (name: string) => `(${detail(name)})::text::float8`;
const ON_TRACK = `nullif(f.details->'onTrack', 'null'::jsonb)`;
/** Of a photo on a track by the clock that the survey corrects. */
const TAKEN = either(`f.details->>'takenAt'`, `coalesce(${ON_TRACK}->>'takenAt', v.facts->>'takenAt')`);
const TRACK_AT = either(numeric('trackAt'), `(${ON_TRACK}->>'trackAt')::float8`);
/** Pictures that are on a track, but not where along it, would be joined as they were not passed. */
const TRACK = either(
  `f.details->>'trackId'`,
  `case when ${ON_TRACK}->>'trackAt' is not null and not f.details ? 'pose' then ${ON_TRACK}->>'trackId' end`,
);
const FROM = 'files f join file_versions v on v.file_id = f.id and v.version = f.content';
/** Within a sequence, that of the tracks. */
const ORDER = 'sequence, track, "trackAt", "takenAt", lower(name), id';

/** What a tile draws of a picture; `c` is its row of `chosen`, `n` its neighbours. */
const DRAWN = `f.id, f.kind, c.sequence, c.position, ${either(numeric('heading'), HEADING)} as heading,
  v.facts->>'camera' as camera, c."takenAt", c.track, n.before, c.matched`;
const DETAILED = `${DRAWN}, n.after, f.name, f.project_id as "projectId",
  nullif(${either(`f.details->>'north'`, HEADING_FROM)}, 'unstated') as north,
  ${either(`coalesce(${numeric('pitch')}, 0)`, PITCH)} as pitch,
  ${either(`coalesce(${numeric('roll')}, 0)`, 'null')} as roll,
  ${either('360', FIELD_OF_VIEW)} as field, f.created_at as "createdAt", f.updated_at as "updatedAt", u.name as by,
  v.media_type as "mediaType", v.bytes, p.pyramid, p.facts as "pyramidShape"`;

/** SQL of the places of the pictures that the person may see, as a table `placed`; of one project, or of all. */
function placedTable(caller: Caller, projectId: string | undefined, params: unknown[]): string {
  const param = (value: unknown) => addParam(params, value);
  return `with positioned as (
      select f.id, f.name, f.project_id as "projectId", coalesce(f.survey_id, f.project_id) as sequence,
        ${either(detail('position'), POSITION)} as position, ${TAKEN} as "takenAt", f.created_at as "createdAt",
        ${TRACK} as track, ${TRACK_AT} as "trackAt"
      from ${FROM}
      where (${PANORAMA} or (f.kind = 'document' and v.media_type = any(${param(PICTURES)}::text[])))
        ${projectId === undefined ? '' : `and f.project_id = ${param(projectId)}::uuid`}
        and ${visibleFiles(caller, 'f', params)}
    ), placed as (
      select *, st_setsrid(st_makepoint((position->>0)::float8, (position->>1)::float8), 4326) as geom,
        coalesce("takenAt"::timestamptz, "createdAt") as datetime
      from positioned where position is not null
    )`;
}

function conditions(choice: PictureChoice, params: unknown[]): string {
  const param = (value: unknown) => addParam(params, value);
  const all = ['true'];
  const { ids, sequences, box, intersects, from, until, onTrack } = choice;
  if (ids) all.push(`id = any(${param(ids)}::uuid[])`);
  if (sequences) all.push(`sequence = any(${param(sequences)}::uuid[])`);
  if (onTrack) all.push('track is not null');
  if (box) {
    const [west, south, east, north] = box.map((side) => `${param(side)}::float8`);
    const across = box[0] > box[2] ? 'or' : 'and';
    all.push(
      `(st_x(geom) >= ${west} ${across} st_x(geom) <= ${east}) and st_y(geom) between ${south} and ${north}`,
    );
  }
  if (intersects) all.push(`st_intersects(geom, st_setsrid(st_geomfromgeojson(${param(intersects)}), 4326))`);
  if (from) all.push(`datetime >= ${param(from)}::timestamptz`);
  if (until) all.push(`datetime <= ${param(until)}::timestamptz`);
  return all.join(' and ');
}

interface Page {
  limit: number;
  offset: number;
}

/** Neighbours are looked for in the sequences of the chosen pictures only. */
function readColumns<Row>(
  columns: string,
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  choice: PictureChoice,
  { limit, offset }: Page,
): Promise<(Row & { matched: number })[]> {
  const params: unknown[] = [];
  const placed = placedTable(caller, projectId, params);
  const where = conditions(choice, params);
  return db.query(
    `${placed}, chosen as (
       select *, count(*) over ()::int as matched from placed where ${where}
       order by ${ORDER} limit ${addParam(params, limit)} offset ${addParam(params, offset)}
     ), neighbours as (
       select id, lag(id) over sequenced as before, lead(id) over sequenced as after
       from placed where sequence in (select sequence from chosen)
       window sequenced as (partition by sequence order by ${ORDER})
     )
     select ${columns} from chosen c join neighbours n using (id) join ${FROM} on f.id = c.id
       join users u on u.id = f.created_by left join panoramas p on p.file_id = f.id
     order by c.sequence, c.track, c."trackAt", c."takenAt", lower(c.name), c.id`,
    params,
  );
}

/** A page of the pictures, and how many there are in all; undefined beyond the last page. */
export async function readPictures(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  choice: PictureChoice,
  page: Page,
): Promise<{ pictures: Picture[]; matched: number | undefined }> {
  const pictures = await readColumns<Picture>(DETAILED, db, caller, projectId, choice, page);
  return { pictures, matched: pictures[0]?.matched ?? (page.offset === 0 ? 0 : undefined) };
}

/** What of a picture is drawn in tiles. */
export type DrawnPicture = Pick<
  Picture,
  'id' | 'kind' | 'sequence' | 'position' | 'heading' | 'takenAt' | 'camera' | 'track' | 'before'
>;

/** At most `limit` of the pictures, and how many there are in all. */
export async function readDrawnPictures(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  choice: PictureChoice,
  limit: number,
): Promise<{ pictures: DrawnPicture[]; matched: number }> {
  const page = { limit, offset: 0 };
  const pictures = await readColumns<DrawnPicture>(DRAWN, db, caller, projectId, choice, page);
  return { pictures, matched: pictures[0]?.matched ?? 0 };
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
  from: string;
  until: string;
}

/** The sequences that have pictures: surveys, and the photos of a project that are in none. */
export async function readSequences(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  id?: string,
): Promise<Sequence[]> {
  const params: unknown[] = [];
  const placed = placedTable(caller, projectId, params);
  return db.query<Sequence>(
    `${placed} select sequence as id, "projectId", s.name as survey, p.project_name as project, count(*)::int as pictures,
       st_xmin(st_extent(geom)) as west, st_ymin(st_extent(geom)) as south, st_xmax(st_extent(geom)) as east,
       st_ymax(st_extent(geom)) as north, min(datetime) as from, max(datetime) as until
     from placed join projects p on p.id = "projectId" left join surveys s on s.id = sequence
     where ${id === undefined ? 'true' : `sequence = ${addParam(params, id)}::uuid`}
     group by sequence, "projectId", s.name, p.project_name order by p.project_name, s.name nulls last, sequence`,
    params,
  );
}
