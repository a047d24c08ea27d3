import { MAX_PREVIEWED, type ManyPreview } from '#core/protocol';
import { scopeOf } from '../../access/scope.ts';
import { decideChanges } from '../changes/apply.ts';
import type { Editing } from '../editing.ts';
import { eachChange, type ManyChange } from './change.ts';
import { ChangeTally } from './tally.ts';

/** Objects shown of a preview. */
const EXAMPLES = 10;

/** What `changeMany` would do to the first of the objects. `tx` is a transaction. Throws as `changeMany`. */
export async function previewMany(
  editing: Omit<Editing, 'events'>,
  projectId: string,
  { ids, ...change }: ManyChange,
): Promise<ManyPreview> {
  const { tx, caller, language } = editing;
  const params: unknown[] = [ids, MAX_PREVIEWED];
  const rows = await tx.query<{ id: string; count: number }>(
    `select g.id, count(*) over ()::int as count from geometries g
     where g.id = any($1::uuid[]) and ${scopeOf(caller, { projectId }).objects('g', params)}
     order by g.id limit $2::int`,
    params,
  );
  const changes = (await eachChange(editing, projectId, change))(rows.map(({ id }) => id));
  const { decisions, locked } = await decideChanges(editing, projectId, changes);
  const tally = new ChangeTally(language);
  const examples: ManyPreview['examples'] = [];
  decisions.forEach((decision, n) => {
    tally.add(decision);
    const { id } = rows[n]!;
    const before = locked.get(id);
    if (!before || examples.length === EXAMPLES || decision.status === 'done') return;
    const after = decision.status === 'write' ? decision.write.becomes?.about.properties : undefined;
    const problem = tally.reasonOf(decision);
    examples.push({
      id,
      before: before.about.properties,
      ...(after && { after }),
      ...(problem !== undefined && { problem }),
    });
  });
  const { changed, unchanged, refused } = tally.result;
  return { count: rows[0]?.count ?? 0, previewed: rows.length, changed, unchanged, refused, examples };
}
