import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { usablePlugin } from './store.ts';

/** Documents of one place: `$1` is the plugin, `$2` the project or null. */
export const HERE = 'd.plugin_id = $1 and d.project_id is not distinct from $2::uuid';

/** Throws 403 or 404 where the caller, or the plugin, has no access to what is stored there. */
export async function requireAccess(
  db: Queries,
  caller: Caller,
  id: string,
  projectId: string | undefined,
): Promise<void> {
  await usablePlugin(db, caller, id, 'store');
  if (projectId !== undefined) await requireProject(db, caller, projectId);
}
