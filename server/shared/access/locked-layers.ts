import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';

/** The layers that a person has locked in a project; undefined until they have locked one. */
export async function lockedLayersOf(
  db: Queries,
  { userId }: Pick<Caller, 'userId'>,
  projectId: string,
): Promise<string[] | undefined> {
  const [row] = await db.query<{ typeNames: string[] }>(
    `select l.type_names as "typeNames" from locked_layers l where l.user_id = $1 and l.project_id = $2`,
    [userId, projectId],
  );
  return row?.typeNames;
}

/**
 * The object types of a project whose values the person must not export: the locked ones, unless the person has
 * switched the protection off (preference `preventCopyLockedLayers`, on unless set).
 */
export async function protectedTypes(db: Queries, caller: Caller, projectId: string): Promise<string[]> {
  const locked = await lockedLayersOf(db, caller, projectId);
  if (!locked?.length) return [];
  const [row] = await db.query<{ off: boolean }>(
    `select p.values->'preventCopyLockedLayers' = 'false'::jsonb as off from preferences p where p.user_id = $1`,
    [caller.userId],
  );
  return row?.off ? [] : locked;
}
