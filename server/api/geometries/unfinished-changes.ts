import type { Language } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import type { NewJob } from '../../platform/jobs/job-repository.ts';
import type { ChangeInput } from './change-input.ts';

/** The job that takes back another: each is taken back once. */
const ID = 'md5(j.id::text)::uuid';

/**
 * Jobs that take back what ended changes have done of a part of their objects. A change in one transaction leaves
 * nothing that bears its moment. `running`: jobs that are still at it.
 */
export async function unfinishedChanges(db: Queries, running: readonly string[]): Promise<NewJob[]> {
  const rows = await db.query<
    Pick<NewJob, 'userId'> & { id: string; projectId: string; language: Language; reverses: string }
  >(
    `select ${ID} as id, j.user_id as "userId", j.project_id as "projectId", j.input->>'language' as language,
       done.id::text as reverses
     from jobs j cross join lateral (
       select t.id from transactions t
       where t.project_id = j.project_id and t.at = j.created_at and t.by_user = j.user_id
         and t.geometry_id is not null
       order by t.id limit 1
     ) done
     where j.kind = 'change' and j.state in ('cancelled', 'failed') and not (j.input ? 'unfinished')
       and not (j.id = any($1::uuid[])) and not exists (select 1 from jobs back where back.id = ${ID})`,
    [running],
  );
  return rows.map(({ language, reverses, ...of }) => {
    const input: ChangeInput = { language, reverses, unfinished: true };
    return { ...of, kind: 'change', input };
  });
}
