import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { findFile, type FileRow } from '../../../shared/files/store.ts';
import type { BimFacts } from './record.ts';

/** A converted content of a model that the caller may see. */
export interface Edition {
  row: FileRow;
  content: number;
  edition: number;
  facts: BimFacts;
}

/**
 * The newest converted content, or the one that is asked for. Throws HttpError 404 when the caller may not see the model or
 * it never had that content, 409 while it is not converted.
 */
export async function findEdition(
  db: Queries,
  caller: Caller,
  id: string,
  content?: number,
): Promise<Edition> {
  const row = await findFile(db, caller, id, ['bim']);
  const [made] = await db.query<Omit<Edition, 'row'>>(
    `select content, edition, facts from bim_contents where file_id = $1 and edition is not null
       and ($2::int is null or content = $2) order by content desc limit 1`,
    [row.id, content ?? null],
    { often: true },
  );
  if (made) return { row, ...made };
  if (content !== undefined && content !== row.content) {
    const [had] = await db.query('select 1 from file_versions where file_id = $1 and version = $2', [
      row.id,
      content,
    ]);
    if (!had) throw new HttpError(404, 'http.not-found');
  }
  throw new HttpError(409, 'bim.not-ready', { name: row.name });
}
