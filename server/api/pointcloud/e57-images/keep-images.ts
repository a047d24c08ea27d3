import { randomUUID } from 'node:crypto';
import type { PhotoFacts } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { holdUnarchived } from '../../../http/gate/archived.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { NewJob } from '../../../platform/jobs/job-repository.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import type { ReceivedContent } from '../../../shared/files/receive.ts';
import { findFile, insertFile, type FileRow } from '../../../shared/files/store.ts';
import type { PanoramaInput } from '../../panoramics/conversion.ts';
import type { ImagePose } from './pose.ts';
import type { TakenImage } from './take-out.ts';

/** A picture that can be kept. */
export interface Found {
  /** The cloud it is from. */
  row: FileRow;
  caller: Caller;
  content: ReceivedContent;
  mediaType: string;
  image: TakenImage;
  pose: ImagePose;
}

/** Pictures of a cloud that were taken out of its file before, by their GUIDs. */
export async function takenBefore(db: Queries, { id }: FileRow): Promise<Set<string>> {
  const rows = await db.query<{ guid: string }>(
    `select f.details->'scan'->>'guid' as guid from files f where f.details->'scan'->>'cloudId' = $1`,
    [id],
  );
  return new Set(rows.map(({ guid }) => guid));
}

/** Keeps a pinhole picture as a photo of the cloud, with its pose and its lens. */
export async function keepPhoto(
  { db }: Pick<JobServices, 'db'>,
  { row, caller, content, mediaType, image, pose }: Found,
  facts: PhotoFacts,
): Promise<void> {
  const { shape, takenAt } = image;
  const lens = shape?.kind === 'pinhole' && { focal: shape.focal, middle: shape.middle };
  await db.transaction(async (tx) => {
    const { id, projectId } = await hold(tx, caller, row);
    const details = { ...pose, takenAt, ...(lens && { lens }), scan: { cloudId: id, guid: image.guid } };
    const kind = 'pointcloud-image' as const;
    const file = {
      kind,
      projectId,
      pointcloudId: id,
      name: content.name,
      content,
      mediaType,
      facts,
      details,
    };
    await insertFile(tx, caller, file);
  });
}

/** Keeps a picture of a sphere as a panorama of the survey of the cloud. */
export async function keepPanorama(
  { db }: Pick<JobServices, 'db'>,
  { row, caller, content, mediaType, image, pose }: Found,
  facts: PhotoFacts,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cloud = await hold(tx, caller, row);
    const { projectId } = cloud;
    const surveyId = await surveyOf(tx, caller, cloud);
    const details = {
      ...pose,
      headingFrom: 'scan',
      north: 'true',
      takenAt: image.takenAt,
      placedBy: 'scan',
      trackId: null,
      trackAt: null,
      scan: { cloudId: cloud.id, guid: image.guid },
    };
    const kind = 'panoramic' as const;
    const file = { kind, projectId, surveyId, name: content.name, content, mediaType, facts, details };
    const id = await insertFile(tx, caller, file);
    // Its job is added by `unmadePyramids`, as a job cannot add one in the transaction of its work.
    await tx.query('insert into panoramas (file_id, content, job_id, language) values ($1, 1, $2, $3)', [
      id,
      randomUUID(),
      row.cloud?.language ?? 'en',
    ]);
  });
}

/** Jobs for the pyramids of panoramas of clouds that have none yet, added today. */
export async function unmadePyramids(db: Queries): Promise<NewJob[]> {
  const rows = await db.query<PanoramaInput & { id: string; userId: string; projectId: string }>(
    `select p.job_id as id, f.created_by as "userId", f.project_id as "projectId", f.id as "fileId", f.name,
       p.content, p.language
     from panoramas p join files f on f.id = p.file_id
     where f.details ? 'scan' and p.pyramid is null and f.created_at > now() - interval '1 day'
       and not exists (select 1 from jobs j where j.id = p.job_id)`,
  );
  return rows.map(({ id, userId, projectId, ...input }) => ({
    id,
    kind: 'panoramic',
    userId,
    projectId,
    input,
  }));
}

/** The cloud, locked, so that a picture is kept once. */
async function hold(tx: Queries, caller: Caller, { id }: FileRow): Promise<FileRow> {
  await tx.query('select 1 from files where id = $1 for update', [id]);
  const cloud = await findFile(tx, caller, id, ['pointcloud']);
  await holdUnarchived(tx, [cloud.projectId]);
  return cloud;
}

/** Its survey; a cloud without one gets one with its name, which later pictures of it find again. */
async function surveyOf(
  tx: Queries,
  caller: Caller,
  { id, name, surveyId, projectId }: FileRow,
): Promise<string> {
  if (surveyId) return surveyId;
  const [made] = await tx.query<{ surveyId: string }>(
    `select f.survey_id as "surveyId" from files f where f.details->'scan'->>'cloudId' = $1 and f.survey_id is not null limit 1`,
    [id],
  );
  if (made) return made.surveyId;
  const [survey] = await tx.query<{ id: string }>(
    'insert into surveys (project_id, name, description, created_by, updated_by) values ($1, $2, $3, $4, $4) returning id',
    [projectId, name, '', caller.userId],
  );
  return survey!.id;
}
