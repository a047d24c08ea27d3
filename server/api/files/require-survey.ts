import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';

/** Throws HttpError 404 unless the survey is of this project, which the caller has been found to see. */
export async function requireSurvey(tx: Queries, projectId: string, surveyId: string): Promise<void> {
  const rows = await tx.query('select 1 from surveys where id = $1 and project_id = $2', [
    surveyId,
    projectId,
  ]);
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
}
