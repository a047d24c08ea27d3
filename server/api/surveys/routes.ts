import {
  TRACK_VALUES,
  createSurvey,
  deleteSurvey,
  deleteTrack,
  getSurvey,
  listSurveys,
  listTracks,
  updateSurvey,
  uploadTracks,
  type Track,
  type TrackSummary,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { route, type Route } from '../../http/context.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import type { CsvReading } from './csv.ts';
import { placeAgain } from './place-again.ts';
import { DEFAULT_LIMITS } from './place.ts';
import { readTracks } from './read-tracks.ts';
import { findSurvey, projectOfSurvey, readSurveys, takeSurvey, TRACK_COLUMNS } from './store.ts';
import type { ReadTrack } from './track.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_TRACKS = 1000;

export const routes: Route[] = [
  route(listSurveys, async ({ headers, query, caller, services, reply }) => {
    if (headers.projectid) await requireProject(services.db, caller, headers.projectid);
    return listed(reply, query, (pageQuery) =>
      readSurveys(services.db, caller, headers.projectid, pageQuery),
    );
  }),

  route(getSurvey, async ({ params, caller, services, reply }) => {
    const survey = await findSurvey(services.db, caller, params.id);
    tagVersion(reply, survey.version);
    // Its content is counted on each request, whatever its version.
    void reply.header('cache-control', 'no-store');
    return survey;
  }),

  route(createSurvey, async ({ headers, body, caller, services, reply }) => {
    const survey = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, headers.projectid);
      const [made] = await tx.query<{ id: string }>(
        `insert into surveys (project_id, name, description, surveyed_on, camera_offset, clock_shift, people, instrument,
           position_accuracy, direction_accuracy, created_by, updated_by)
         values ($1, $2, $3, $4, $5, $7, $8, $9, $10, $11, $6, $6) returning id`,
        [
          headers.projectid,
          body.name,
          body.description ?? '',
          body.surveyedOn ?? null,
          body.cameraOffset ?? null,
          caller.userId,
          body.clockShift ?? 0,
          body.people ?? '',
          body.instrument ?? '',
          body.positionAccuracy ?? null,
          body.directionAccuracy ?? null,
        ],
      );
      return findSurvey(tx, caller, made!.id);
    });
    void reply.code(201);
    tagVersion(reply, survey.version);
    return survey;
  }),

  route(updateSurvey, async ({ params, body, caller, ifMatch, services, reply }) => {
    const survey = await services.db.transaction(async (tx) => {
      await takeSurvey(tx, caller, params.id, ifMatch);
      await tx.query(
        `update surveys set name = coalesce($2, name), description = coalesce($3, description),
           surveyed_on = case when $4 then $5::date else surveyed_on end,
           camera_offset = case when $6 then $7::int else camera_offset end,
           clock_shift = coalesce($9, clock_shift), people = coalesce($10, people),
           instrument = coalesce($11, instrument),
           position_accuracy = case when $12 then $13::float8 else position_accuracy end,
           direction_accuracy = case when $14 then $15::float8 else direction_accuracy end,
           version = version + 1, updated_at = now(), updated_by = $8 where id = $1`,
        [
          params.id,
          body.name ?? null,
          body.description ?? null,
          body.surveyedOn !== undefined,
          body.surveyedOn ?? null,
          body.cameraOffset !== undefined,
          body.cameraOffset ?? null,
          caller.userId,
          body.clockShift ?? null,
          body.people ?? null,
          body.instrument ?? null,
          body.positionAccuracy !== undefined,
          body.positionAccuracy ?? null,
          body.directionAccuracy !== undefined,
          body.directionAccuracy ?? null,
        ],
      );
      if (body.cameraOffset !== undefined || body.clockShift !== undefined)
        await placeAgain(tx, caller, params.id);
      return findSurvey(tx, caller, params.id);
    });
    tagVersion(reply, survey.version);
    return survey;
  }),

  route(deleteSurvey, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      await takeSurvey(tx, caller, params.id, ifMatch);
      await tx.query('delete from surveys where id = $1', [params.id]);
    });
    return undefined;
  }),

  route(listTracks, async ({ params, caller, services }) => {
    await projectOfSurvey(services.db, caller, params.id);
    const rows = await services.db.query<Omit<Track, 'positions'> & { positions: string }>(
      `select ${TRACK_COLUMNS}, t.positions from survey_tracks t where t.survey_id = $1
       order by t.started_at, t.created_at, t.id`,
      [params.id],
    );
    // The positions are already JSON.
    const texts = rows.map(
      ({ positions, ...track }) => `${JSON.stringify(track).slice(0, -1)},"positions":${positions}}`,
    );
    return new Precomposed(`[${texts.join(',')}]`);
  }),

  route(uploadTracks, async ({ params, caller, language, request, reply, services }) => {
    const { surveyedOn } = await findSurvey(services.db, caller, params.id);
    const { body: schema } = uploadTracks;
    const answer = await receive(
      { request, services, language, schema, limit: MAX_BYTES },
      async (fields, contents) => {
        const content = onlyContent(contents);
        const tracks = await readTracks({
          file: await services.storage.localPath(content.key),
          columns: columnsOf(fields.columns),
          crs: fields.crs,
          day: fields.day ?? surveyedOn ?? undefined,
        });
        if (tracks.length > MAX_TRACKS)
          throw new HttpError(422, 'surveys.too-many-tracks', { most: MAX_TRACKS });
        return services.db.transaction(async (tx) => {
          await projectOfSurvey(tx, caller, params.id);
          const stored: TrackSummary[] = [];
          for (const track of tracks)
            stored.push(await insertTrack(tx, caller, params.id, content.name, track));
          const limits = {
            maxGap: fields.maxgap ?? DEFAULT_LIMITS.maxGap,
            maxDistance: fields.maxdistance ?? DEFAULT_LIMITS.maxDistance,
          };
          return { tracks: stored, ...(await placeAgain(tx, caller, params.id, limits)) };
        });
      },
      // The tracks are stored in the database; the file itself is not.
      'let-go',
    );
    void reply.code(201);
    return answer;
  }),

  route(deleteTrack, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      await projectOfSurvey(tx, caller, params.id);
      const gone = await tx.query('delete from survey_tracks where id = $1 and survey_id = $2 returning id', [
        params.trackId,
        params.id,
      ]);
      if (gone.length === 0) throw new HttpError(404, 'http.not-found');
      await placeAgain(tx, caller, params.id);
    });
    return undefined;
  }),
];

/** Throws 422 when it is not an object of columns and names. */
function columnsOf(text: string | undefined): CsvReading['columns'] {
  if (text === undefined) return undefined;
  try {
    const given = JSON.parse(text) as Record<string, unknown>;
    const known = TRACK_VALUES.filter((name) => typeof given[name] === 'string');
    return Object.fromEntries(known.map((name) => [name, given[name] as string]));
  } catch {
    throw new HttpError(422, 'surveys.track-columns');
  }
}

async function insertTrack(
  tx: Queries,
  caller: Caller,
  surveyId: string,
  fileName: string,
  { name, positions, heightsAssumed = false }: ReadTrack,
): Promise<TrackSummary> {
  let [start, end] = [Infinity, -Infinity];
  for (const [, , , time] of positions)
    if (time !== null) [start, end] = [Math.min(start, time), Math.max(end, time)];
  const instant = (time: number) => (Number.isFinite(time) ? new Date(time * 1000).toISOString() : null);
  const [row] = await tx.query<TrackSummary>(
    `insert into survey_tracks as t (survey_id, name, file_name, count, started_at, ended_at, positions, created_by,
       heights_assumed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${TRACK_COLUMNS}`,
    [
      surveyId,
      name.trim() || fileName.replace(/\.[^.]*$/, ''),
      fileName,
      positions.length,
      instant(start),
      instant(end),
      JSON.stringify(positions),
      caller.userId,
      heightsAssumed,
    ],
  );
  return row!;
}
