import type { UploadKind } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { ofMyProjects } from '../files/scope.ts';

/** How long an upload may pause, and how long a complete one waits to be used; the sweep of contents takes 24 hours. */
const PAUSE = '7 days';
const UNUSED = '23 hours';

export interface UploadRow {
  id: string;
  organizationId: string;
  projectId: string;
  kind: UploadKind;
  name: string;
  bytes: number;
  fingerprint: string | null;
  statedSha256: string | null;
  sha256: string | null;
  key: string | null;
  /** Path below the import folder. */
  outside: string | null;
  error: { key: string; values: Record<string, string | number> } | null;
  createdAt: string;
  completedAt: string | null;
  expiresAt: string;
}

const COLUMNS = `u.id, u.organization_id as "organizationId", u.project_id as "projectId", u.kind, u.name, u.bytes,
  u.fingerprint, u.stated_sha256 as "statedSha256", u.sha256, u.key, u.outside, u.error, u.created_at as "createdAt",
  u.completed_at as "completedAt", u.expires_at as "expiresAt"`;

/** Condition: of the caller, in a project they still work on, and not expired. */
function mine(caller: Caller, params: unknown[]): string {
  params.push(caller.userId, caller.organizationId);
  return `u.user_id = $${params.length - 1} and u.organization_id = $${params.length} and u.expires_at > now()
    and ${ofMyProjects(caller, 'u', params)}`;
}

/** Throws HttpError 404 when the caller has no such upload. */
export async function findUpload(db: Queries, caller: Caller, id: string): Promise<UploadRow> {
  const params: unknown[] = [id];
  const [row] = await db.query<UploadRow>(
    `select ${COLUMNS} from uploads u where u.id = $1 and ${mine(caller, params)}`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

export function readUploads(db: Queries, caller: Caller, projectId: string): Promise<UploadRow[]> {
  const params: unknown[] = [projectId];
  return db.query<UploadRow>(
    `select ${COLUMNS} from uploads u where u.project_id = $1 and ${mine(caller, params)}
     order by u.created_at desc, u.id limit 200`,
    params,
  );
}

export type NewUpload = Pick<
  UploadRow,
  'id' | 'projectId' | 'kind' | 'name' | 'bytes' | 'fingerprint' | 'statedSha256' | 'outside'
>;

export async function insertUpload(db: Queries, caller: Caller, upload: NewUpload): Promise<void> {
  await db.query(
    `insert into uploads (id, user_id, organization_id, project_id, kind, name, bytes, fingerprint, stated_sha256,
       outside, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + interval '${PAUSE}')`,
    [
      upload.id,
      caller.userId,
      caller.organizationId,
      upload.projectId,
      upload.kind,
      upload.name,
      upload.bytes,
      upload.fingerprint,
      upload.statedSha256,
      upload.outside,
    ],
  );
}

/** An upload that is continued is kept. */
export async function touchUpload(db: Queries, id: string): Promise<void> {
  await db.query(
    `update uploads set expires_at = now() + interval '${PAUSE}' where id = $1 and completed_at is null`,
    [id],
  );
}

/** Before its content is moved to `key`, so that a restarted server finds it there. */
export function noteKey(db: Queries, id: string, key: string, sha256: string): Promise<unknown> {
  return db.query('update uploads set key = $2, sha256 = $3 where id = $1', [id, key, sha256]);
}

/** Its content is unclaimed from now on: a record claims it, or it is swept. */
export async function completeUpload(tx: Queries, id: string, key: string): Promise<void> {
  const rows = await tx.query(
    `update uploads set completed_at = now(), expires_at = now() + interval '${UNUSED}' where id = $1 returning id`,
    [id],
  );
  // Cancelled meanwhile: the sweep finds the content.
  await tx.query(
    'insert into unclaimed_keys (key) values ($1) on conflict (key) do update set since = now()',
    [key],
  );
  if (rows.length === 0)
    await tx.query(`update unclaimed_keys set since = '-infinity' where key = $1`, [key]);
}

export async function failUpload(
  db: Queries,
  id: string,
  key: string,
  values: Record<string, string | number>,
): Promise<void> {
  await db.query('update uploads set error = $2 where id = $1', [id, JSON.stringify({ key, values })]);
}

export async function deleteUploadRow(db: Queries, id: string): Promise<void> {
  await db.query('delete from uploads where id = $1', [id]);
}
