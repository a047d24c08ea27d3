import type { Language, PyramidShape, TextColumns } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { listClauses, type ParsedListQuery } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import { georeferenceColumn, type NewestGeoreference } from '../placement/georeferences.ts';
import { claim, type ReceivedContent } from './receive.ts';
import { visibleFiles, type FileKind } from './scope.ts';

/** A file with its current content. */
export interface FileRow {
  id: string;
  kind: FileKind;
  projectId: string;
  geometryId: string | null;
  surveyId: string | null;
  pointcloudId: string | null;
  name: string;
  folder: string;
  tags: string[];
  expiresOn: string | null;
  key: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  /** How many parts of the picture are blurred. */
  blurred: number;
  /** Metadata read from the content. */
  facts: unknown;
  /** Position and orientation. */
  details: Record<string, unknown>;
  /** Of a point cloud: how far its conversion is; null before the first. */
  cloud: CloudConversion | null;
  /** Where it is, where somebody has placed it. */
  georeference: NewestGeoreference;
  /** Of a BIM model: how far its conversion is. */
  bim: BimConversion | null;
  /** Of a panorama: how far its pyramid is; null before the first. */
  panorama: PanoramaConversion | null;
  /** The version of its content: the number of its file, not of its record. */
  content: number;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

/** The row of `clouds` of a point cloud, with the state of its job. */
export interface CloudConversion {
  /** The content that the job converts, or has converted. */
  content: number;
  jobId: string | null;
  jobState: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | null;
  jobError: string | null;
  language: Language;
  octree: number | null;
  octreeContent: number | null;
  facts: {
    points?: number;
    crs: string | null;
    unit: number;
    /** Of x and y in the file; missing: as `unit`. */
    fileUnit?: number;
    heightUnit: number;
    /** The CRS in degrees that was projected. */
    degrees: string | null;
    /** Of a text. */
    columns?: TextColumns | null;
    classes?: { class: number; count: number }[];
  } | null;
}

/** The row of `panoramas` of a panorama, with the state of its job. */
export interface PanoramaConversion {
  content: number;
  jobId: string | null;
  jobState: CloudConversion['jobState'];
  jobError: string | null;
  language: Language;
  pyramid: number | null;
  pyramidContent: number | null;
  facts: PyramidShape | null;
}

/** The conversion of the content of a BIM model, and the newest content that is converted. */
export interface BimConversion {
  jobId: string | null;
  jobState: CloudConversion['jobState'];
  jobError: string | null;
  language: Language | null;
  made: { content: number; edition: number; facts: unknown } | null;
}

const BIM = `case when f.kind = 'bim' then (
    select jsonb_build_object('jobId', c.job_id, 'jobState', j.state, 'jobError', j.error, 'language', c.language, 'made', (
      select jsonb_build_object('content', m.content, 'edition', m.edition, 'facts', m.facts) from bim_contents m
      where m.file_id = f.id and m.edition is not null order by m.content desc limit 1))
    from (select 1) one left join bim_contents c on c.file_id = f.id and c.content = f.content
      left join jobs j on j.id = c.job_id) end as bim`;
const CLOUD = `case when f.kind = 'pointcloud' then (
    select jsonb_build_object('content', c.content, 'jobId', c.job_id, 'jobState', j.state, 'jobError', j.error,
      'language', c.language, 'octree', c.octree, 'octreeContent', c.octree_content, 'facts', c.facts)
    from clouds c left join jobs j on j.id = c.job_id where c.file_id = f.id) end as cloud`;
const PANORAMA = `case when f.kind = 'panoramic' then (
    select jsonb_build_object('content', p.content, 'jobId', p.job_id, 'jobState', j.state, 'jobError', j.error,
      'language', p.language, 'pyramid', p.pyramid, 'pyramidContent', p.pyramid_content, 'facts', p.facts)
    from panoramas p left join jobs j on j.id = p.job_id where p.file_id = f.id) end as panorama`;
const COLUMNS = `f.id, f.kind, f.project_id as "projectId", f.geometry_id as "geometryId", f.survey_id as "surveyId",
  f.pointcloud_id as "pointcloudId", f.name, f.folder, f.tags, to_char(f.expires_on, 'YYYY-MM-DD') as "expiresOn", v.key, v.media_type as "mediaType", v.bytes, v.sha256,
  coalesce(jsonb_array_length(v.regions), 0) as blurred, v.facts, f.details,
  ${CLOUD}, ${BIM}, ${PANORAMA}, ${georeferenceColumn('f')}, f.content, f.version, f.created_at as "createdAt", cu.name as "createdBy", f.updated_at as "updatedAt", uu.name as "updatedBy"`;
const FROM = `files f join file_versions v on v.file_id = f.id and v.version = f.content
  join users cu on cu.id = f.created_by join users uu on uu.id = f.updated_by`;

/** Filters of a list of files. */
export interface FilesOf {
  kinds: readonly FileKind[];
  id?: string | undefined;
  projectId?: string | undefined;
  /** null: files without an object. */
  geometryId?: string | null | undefined;
  /** Of one of these objects. */
  geometryIds?: readonly string[] | undefined;
  surveyId?: string | undefined;
  pointcloudId?: string | undefined;
  /** One of these. */
  ids?: readonly string[] | undefined;
  tag?: string | undefined;
  /** With the folders below it. */
  folder?: string | undefined;
  mediaTypes?: { in: readonly string[] } | { not: readonly string[] } | undefined;
}

/** One page of the files that the caller may see. */
export function readFiles(
  db: Queries,
  caller: Caller,
  of: FilesOf,
  query: ParsedListQuery,
): Promise<(FileRow & { total: number })[]> {
  const params: unknown[] = [];
  const columns = {
    name: 'lower(f.name)',
    createdAt: 'f.created_at',
    bytes: 'v.bytes',
    folder: 'lower(f.folder), lower(f.name)',
    track: `f.details->>'trackId', (f.details->>'trackAt')::float8, f.details->>'takenAt', lower(f.name)`,
  };
  const { where, tail } = listClauses(
    query,
    {
      columns,
      searched: ['f.name', 'f.folder', `array_to_string(f.tags, ' ')`],
      defaultOrder: 'lower(f.name)',
      unique: 'f.id',
    },
    params,
  );
  return db.query(
    `select ${COLUMNS}, count(*) over ()::int as total from ${FROM}
     where ${condition(of, params)} and ${visibleFiles(caller, 'f', params)} and ${where} ${tail}`,
    params,
  );
}

function condition(of: FilesOf, params: unknown[]): string {
  const conditions = [`f.kind = any(${addParam(params, of.kinds)}::text[])`];
  const is = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`f.${column} = ${addParam(params, value)}::uuid`);
  };
  is('id', of.id);
  is('project_id', of.projectId);
  is('survey_id', of.surveyId);
  is('pointcloud_id', of.pointcloudId);
  if (of.geometryId === null) conditions.push('f.geometry_id is null');
  else is('geometry_id', of.geometryId);
  if (of.ids) conditions.push(`f.id = any(${addParam(params, of.ids)}::uuid[])`);
  if (of.folder) {
    const folder = addParam(params, of.folder);
    conditions.push(`(f.folder = ${folder}::text or starts_with(f.folder, ${folder}::text || '/'))`);
  }
  if (of.tag !== undefined) conditions.push(`${addParam(params, of.tag)} = any(f.tags)`);
  if (of.mediaTypes) {
    const types = 'in' in of.mediaTypes ? of.mediaTypes.in : of.mediaTypes.not;
    const isOne = `v.media_type = any(${addParam(params, types)}::text[])`;
    conditions.push('in' in of.mediaTypes ? isOne : `not (${isOne})`);
  }
  if (of.geometryIds) conditions.push(`f.geometry_id = any(${addParam(params, of.geometryIds)}::uuid[])`);
  return conditions.join(' and ');
}

/** Number of files by type, of those that the caller may see. */
export function countByType(
  db: Queries,
  caller: Caller,
  of: FilesOf,
): Promise<{ mediaType: string; count: number }[]> {
  const params: unknown[] = [];
  return db.query(
    `select v.media_type as "mediaType", count(*)::int as count from ${FROM}
     where ${condition(of, params)} and ${visibleFiles(caller, 'f', params)} group by v.media_type`,
    params,
  );
}

/** Throws HttpError 404 when no file that the caller may see has this id. */
export async function findFile(
  db: Queries,
  caller: Caller,
  id: string,
  kinds: readonly FileKind[],
): Promise<FileRow> {
  const params: unknown[] = [];
  const [row] = await db.query<FileRow>(
    `select ${COLUMNS} from ${FROM} where ${condition({ kinds, id }, params)} and ${visibleFiles(caller, 'f', params)}`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

/**
 * As `findFile`, locked for a change. Throws HttpError 412 with what `describe` returns for it when it has another
 * version.
 */
export async function lockFile(
  tx: Queries,
  caller: Caller,
  id: string,
  kinds: readonly FileKind[],
  version: number,
  describe: (row: FileRow) => unknown,
): Promise<FileRow> {
  await tx.query('select 1 from files where id = $1 for update', [id]);
  const row = await findFile(tx, caller, id, kinds);
  if (row.version !== version) throw stale(describe(row), row.version);
  return row;
}

export interface NewFile {
  kind: FileKind;
  projectId: string;
  geometryId?: string | undefined;
  surveyId?: string | undefined;
  pointcloudId?: string | undefined;
  name: string;
  folder?: string | undefined;
  tags?: readonly string[] | undefined;
  /** The last day on which it is valid. */
  expiresOn?: string | null | undefined;
  /** What the version is for. */
  why?: string | undefined;
  content: ReceivedContent;
  mediaType: string;
  facts: unknown;
  details?: Record<string, unknown> | undefined;
}

/** Writes a file's record and claims its content; resolves to its id. */
export async function insertFile(tx: Queries, caller: Caller, file: NewFile): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into files (kind, project_id, geometry_id, survey_id, pointcloud_id, name, details, folder, tags, expires_on, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $9, $10::text[], $11, $8, $8) returning id`,
    [
      file.kind,
      file.projectId,
      file.geometryId ?? null,
      file.surveyId ?? null,
      file.pointcloudId ?? null,
      file.name,
      JSON.stringify(file.details ?? {}),
      caller.userId,
      file.folder ?? '',
      file.tags ?? [],
      file.expiresOn ?? null,
    ],
  );
  await insertVersion(tx, caller, row!.id, 1, file);
  return row!.id;
}

export interface FileChange {
  name?: string | undefined;
  details?: Record<string, unknown> | undefined;
  folder?: string | undefined;
  tags?: readonly string[] | undefined;
  /** null: it does not expire. */
  expiresOn?: string | null | undefined;
  /** null: it belongs to the project. */
  geometryId?: string | null | undefined;
  surveyId?: string | null | undefined;
  content?: Pick<NewFile, 'content' | 'mediaType' | 'facts' | 'why'> | undefined;
  /** The version whose content becomes the current one again. */
  restored?: { version: number; why: string | undefined } | undefined;
}

/** Writes the given values of a locked file, as its next version. */
export async function changeFile(
  tx: Queries,
  caller: Caller,
  row: Pick<FileRow, 'id' | 'version'>,
  change: FileChange,
): Promise<void> {
  const { name, details, folder, tags, content, restored } = change;
  const next = row.version + 1;
  const params: unknown[] = [];
  const given = (['expiresOn', 'geometryId', 'surveyId'] as const).filter((key) => change[key] !== undefined);
  const column = {
    expiresOn: ['expires_on', 'date'],
    geometryId: ['geometry_id', 'uuid'],
    surveyId: ['survey_id', 'uuid'],
  } as const;
  params.push(
    row.id,
    name ?? null,
    details ? JSON.stringify(details) : null,
    next,
    content !== undefined || restored !== undefined,
    caller.userId,
    folder ?? null,
    tags ?? null,
  );
  const nullable = given.map(
    (key) => `${column[key][0]} = ${addParam(params, change[key])}::${column[key][1]}, `,
  );
  await tx.query(
    `update files set name = coalesce($2, name), details = coalesce($3::jsonb, details), version = $4,
       folder = coalesce($7, folder), tags = coalesce($8::text[], tags), ${nullable.join('')}
       content = case when $5 then $4 else content end, updated_at = now(), updated_by = $6 where id = $1`,
    params,
  );
  if (content) await insertVersion(tx, caller, row.id, next, content);
  else if (restored) await restoreVersion(tx, caller, row.id, next, restored);
}

/** An earlier content as the newest one; the bytes in the storage are those of both. Throws HttpError 404. */
async function restoreVersion(
  tx: Queries,
  caller: Caller,
  fileId: string,
  version: number,
  restored: { version: number; why: string | undefined },
): Promise<void> {
  const rows = await tx.query(
    `insert into file_versions (file_id, version, key, bytes, sha256, media_type, facts, regions, original, by_user, why)
     select file_id, $3, key, bytes, sha256, media_type, facts, regions, original, $4, $5 from file_versions
     where file_id = $1 and version = $2 returning version`,
    [fileId, restored.version, version, caller.userId, restored.why ?? ''],
  );
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
}

async function insertVersion(
  tx: Queries,
  caller: Caller,
  fileId: string,
  version: number,
  { content, mediaType, facts, why }: Pick<NewFile, 'content' | 'mediaType' | 'facts' | 'why'>,
): Promise<void> {
  await claim(tx, content.key);
  await tx.query(
    `insert into file_versions (file_id, version, key, bytes, sha256, media_type, facts, by_user, why)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      fileId,
      version,
      content.key,
      content.bytes,
      content.sha256,
      mediaType,
      facts === undefined || facts === null ? null : JSON.stringify(facts),
      caller.userId,
      why ?? '',
    ],
  );
}

/** The columns that every record returns of a file. */
export function contentOf(row: FileRow) {
  const { id, projectId, name, mediaType, bytes, sha256, version } = row;
  const { createdAt, createdBy, updatedAt, updatedBy } = row;
  return {
    id,
    projectId,
    name,
    mediaType,
    bytes,
    sha256,
    version,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
  };
}
