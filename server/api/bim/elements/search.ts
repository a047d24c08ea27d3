import type { AnswerOf, searchBim } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { addParam } from '../../../platform/db/params.ts';
import { visibleFiles } from '../../../shared/files/scope.ts';
import { findElements } from './find.ts';

const MOST = 12;
/** Milliseconds after which no further model is searched. */
const TIME = 1500;

/** Elements of the models of a project that the caller may see, by a text; the newest models first. */
export async function searchElements(
  db: Queries,
  caller: Caller,
  projectId: string,
  text: string,
): Promise<AnswerOf<typeof searchBim>> {
  const params: unknown[] = [];
  const models = await db.query<{ modelId: string; modelName: string; edition: number }>(
    `select f.id as "modelId", f.name as "modelName", (
         select c.edition from bim_contents c where c.file_id = f.id and c.edition is not null
         order by c.content desc limit 1) as edition
       from files f where f.kind = 'bim' and f.project_id = ${addParam(params, projectId)} and ${visibleFiles(caller, 'f', params)}
       order by f.created_at desc limit 100`,
    params,
  );
  const found: AnswerOf<typeof searchBim> = [];
  const until = Date.now() + TIME;
  for (const { edition, ...model } of models) {
    if (found.length >= MOST || Date.now() > until) break;
    if (edition === null) continue;
    const { elements } = await findElements(db, edition, { text, paginate: MOST - found.length });
    for (const { globalId, class: kind, name, storey } of elements)
      found.push({ ...model, globalId, class: kind, name, storey });
  }
  return found;
}
