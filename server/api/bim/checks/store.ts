import type { BimCheck, BimCheckInput, BimCheckResult } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { findFile } from '../../../shared/files/store.ts';

/** A check with its result, which outlives the row of its job. */
const COLUMNS = `c.id, c.model_id as "modelId", c.kind, c.name, c.content,
  case when c.result is not null then 'done' when c.job_id is null then 'queued'
    when j.state is null or j.state = 'done' then 'failed' else j.state end as state,
  c.job_id as "jobId", j.error, c.created_at as "createdAt", u.name as "createdBy"`;
const FROM = `bim_checks c left join jobs j on j.id = c.job_id left join users u on u.id = c.created_by`;

export function checksOf(db: Queries, modelId: string): Promise<BimCheck[]> {
  return db.query<BimCheck>(
    `select ${COLUMNS} from ${FROM} where c.model_id = $1 order by c.created_at desc, c.id`,
    [modelId],
  );
}

export type StoredCheck = BimCheck & { input: BimCheckInput; result: BimCheckResult | null };

/** Throws 404 when the caller cannot see the model, or it has no such check. */
export async function findCheck(
  db: Queries,
  caller: Caller,
  modelId: string,
  id: string,
): Promise<StoredCheck> {
  const { id: model } = await findFile(db, caller, modelId, ['bim']);
  const [check] = await db.query<StoredCheck>(
    `select ${COLUMNS}, c.input, c.result from ${FROM} where c.model_id = $1 and c.id = $2`,
    [model, id],
  );
  if (!check) throw new HttpError(404, 'http.not-found');
  return check;
}
