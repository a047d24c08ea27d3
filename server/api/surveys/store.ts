import type { Survey, TrackSummary } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { refuseArchived } from '../../http/gate/archived.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { ofMyProjects, visibleFiles } from '../../shared/files/scope.ts';
import { listClauses, type ParsedListQuery } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';

type SurveyRow = Omit<Survey, 'tracks'>;

const COLUMNS = `s.id, s.project_id as "projectId", s.name, s.description, to_char(s.surveyed_on, 'YYYY-MM-DD') as "surveyedOn",
  s.camera_offset as "cameraOffset", s.clock_shift as "clockShift", s.people, s.instrument,
  s.position_accuracy as "positionAccuracy", s.direction_accuracy as "directionAccuracy", s.version, s.created_at as "createdAt", cu.name as "createdBy",
  s.updated_at as "updatedAt", uu.name as "updatedBy", seen.*`;

/** Surveys with the content that the caller may see, from `surveys s`. */
function from(caller: Caller, params: unknown[]): string {
  const count = (kind: string) => `count(*) filter (where f.kind = '${kind}')::int`;
  return `surveys s join users cu on cu.id = s.created_by join users uu on uu.id = s.updated_by
    cross join lateral (select ${count('panoramic')} as "panoramicCount", ${count('document')} as "fileCount",
      ${count('bim')} as "bimCount", ${count('pointcloud')} as "pointcloudCount"
      from files f where f.survey_id = s.id and ${visibleFiles(caller, 'f', params)}) seen`;
}

export async function readSurveys(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  query: ParsedListQuery,
): Promise<(Survey & { total: number })[]> {
  const params: unknown[] = [projectId ?? null];
  const columns = { name: 'lower(s.name)', surveyedOn: 's.surveyed_on', createdAt: 's.created_at' };
  const { where, tail } = listClauses(
    query,
    { columns, searched: ['s.name', 's.description'], defaultOrder: 'lower(s.name)', unique: 's.id' },
    params,
  );
  const rows = await db.query<SurveyRow & { total: number }>(
    `select ${COLUMNS}, count(*) over ()::int as total from ${from(caller, params)}
     where ($1::uuid is null or s.project_id = $1) and ${ofMyProjects(caller, 's', params)} and ${where} ${tail}`,
    params,
  );
  return withTracks(db, rows);
}

/** Throws 404 when the caller cannot see it. */
export async function findSurvey(db: Queries, caller: Caller, id: string): Promise<Survey> {
  const params: unknown[] = [id];
  const rows = await db.query<SurveyRow>(
    `select ${COLUMNS} from ${from(caller, params)} where s.id = $1 and ${ofMyProjects(caller, 's', params)}`,
    params,
  );
  const [survey] = await withTracks(db, rows);
  if (!survey) throw new HttpError(404, 'http.not-found');
  return survey;
}

/** The project of a survey. Throws 404 when the caller cannot see it. */
export async function projectOfSurvey(db: Queries, caller: Caller, id: string): Promise<string> {
  const params: unknown[] = [id];
  const [row] = await db.query<{ projectId: string }>(
    `select s.project_id as "projectId" from surveys s where s.id = $1 and ${ofMyProjects(caller, 's', params)}`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row.projectId;
}

export async function takeSurvey(tx: Queries, caller: Caller, id: string, version: number): Promise<Survey> {
  await tx.query('select 1 from surveys where id = $1 for update', [id]);
  const survey = await findSurvey(tx, caller, id);
  if (survey.version !== version) throw stale(survey, survey.version);
  return survey;
}

async function withTracks<R extends SurveyRow>(
  db: Queries,
  rows: R[],
): Promise<(R & { tracks: TrackSummary[] })[]> {
  const tracks =
    rows.length === 0
      ? []
      : await db.query<TrackSummary & { surveyId: string }>(
          `select t.survey_id as "surveyId", ${TRACK_COLUMNS} from survey_tracks t
           where t.survey_id = any($1::uuid[]) order by t.started_at, t.created_at, t.id`,
          [rows.map(({ id }) => id)],
        );
  return rows.map((row) => ({
    ...row,
    tracks: tracks.filter((track) => track.surveyId === row.id).map(({ surveyId: _, ...track }) => track),
  }));
}

export const TRACK_COLUMNS = `t.id, t.name, t.file_name as "fileName", t.count, t.started_at as "startedAt",
  t.ended_at as "endedAt", t.heights_assumed as "heightsAssumed"`;

/** Where an upload belongs: a survey, which implies the project, or a project. */
export interface UploadTarget {
  projectId: string;
  surveyId: string | undefined;
}

/** Throws 404 when the caller cannot see it, 422 when none is given or both do not match. */
export async function siteOf(
  db: Queries,
  caller: Caller,
  surveyId: string | undefined,
  projectId: string | undefined,
): Promise<UploadTarget> {
  if (surveyId === undefined) {
    if (projectId === undefined) throw new HttpError(422, 'surveys.no-site');
    await requireProject(db, caller, projectId);
    return { projectId, surveyId };
  }
  const found = await projectOfSurvey(db, caller, surveyId);
  await refuseArchived(db, caller, [found]);
  if (projectId !== undefined && projectId !== found) throw new HttpError(404, 'http.not-found');
  return { projectId: found, surveyId };
}
