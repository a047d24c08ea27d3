import { grants, type Authorization } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JOB_COLUMNS, type JobRow } from '../../platform/jobs/rows.ts';

/** What a person must be allowed to do to hear of a job, by its kind; of a kind that is missing nobody hears. */
export const JOB_NEEDS: Readonly<Record<string, Authorization>> = {
  bim: 'bim.write',
  'bim-check': 'bim.comment',
  'bim-subset': 'export',
  'field-book': 'geometries.write',
  change: 'geometries.write',
  'cloud-images': 'pointcloud.write',
  'cloud-sections': 'export',
  copy: 'projects.write',
  export: 'export',
  import: 'import',
  panoramic: 'files.write',
  pointcloud: 'pointcloud.write',
  'point-classes': 'pointcloud.classify',
  'points-export': 'export',
  reproject: 'import',
  terrain: 'files.write',
  tileset: 'files.write',
};

/** The kinds of jobs ($1 of `VISIBLE`) whose work the caller may do themselves. */
function kindsFor(caller: Caller): string[] {
  return Object.keys(JOB_NEEDS).filter((kind) => grants(caller.authorizations, JOB_NEEDS[kind]!));
}

/**
 * Jobs of projects in the token's organization ($3) of which the caller ($2) is a member; without a project, their own.
 * A member without the right sees none, not even one that they started when they still had it.
 */
const VISIBLE = `case when j.project_id is null then j.user_id = $2
  else j.kind = any($1::text[]) and j.project_id in (
    select pm.project_id from project_members pm join projects p on p.id = pm.project_id
    where pm.user_id = $2 and p.organization_id = $3) end`;

/** Throws 404. */
export async function visibleJob(db: Queries, caller: Caller, id: string): Promise<JobRow> {
  const [row] = await db.query<JobRow>(`select ${JOB_COLUMNS} from jobs j where ${VISIBLE} and j.id = $4`, [
    kindsFor(caller),
    caller.userId,
    caller.organizationId,
    id,
  ]);
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

const MAX_LISTED = 200;

/** All of a project, or else the caller's own; newest first. */
export function visibleJobs(
  db: Queries,
  caller: Caller,
  of: { kind: string | undefined; projectId: string | undefined },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select ${JOB_COLUMNS} from jobs j
     where ${VISIBLE} and ($4::text is null or j.kind = $4)
       and case when $5::uuid is null then j.user_id = $2 else j.project_id = $5 end
     order by j.created_at desc limit ${MAX_LISTED}`,
    [kindsFor(caller), caller.userId, caller.organizationId, of.kind ?? null, of.projectId ?? null],
  );
}
