import {
  listPluginChanges,
  listProjectTransactions,
  lookAtPluginUndo,
  lookAtRestore,
  restoreProject,
  undoPlugin,
  type PluginUndo,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { isCleanText } from '../../base/clean-text.ts';
import { route, type Route } from '../../http/context.ts';
import { beforePlugin, changedBy, importsBy, pluginsOf } from '../../shared/geometries/rewind/by-plugin.ts';
import { countDifferences, differenceSince, newestOf } from '../../shared/geometries/rewind/difference.ts';
import { journalOf } from '../../shared/geometries/rewind/journal.ts';
import { restoreAll, undoAllOf } from '../../shared/geometries/rewind/restore.ts';

export const rewindRoutes: Route[] = [
  route(listProjectTransactions, async ({ params, query, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    if (query.typeName !== undefined && !isCleanText(query.typeName)) return { entries: [], more: false };
    return journalOf(services.db, caller, params.id, query);
  }),

  route(lookAtRestore, async ({ params, query, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return differenceSince(services.db, caller, params.id, query.transaction_id);
  }),

  route(restoreProject, async ({ params, body, caller, language, services }) => {
    const { db, events } = services;
    return db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      return restoreAll({ tx, events, caller, language }, params.id, body);
    });
  }),

  route(listPluginChanges, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return pluginsOf(services.db, caller, params.id);
  }),

  route(lookAtPluginUndo, async ({ params, query, caller, services: { db } }) => {
    await requireProject(db, caller, params.id);
    return pluginUndoOf(db, caller, params.id, query.plugin);
  }),

  route(undoPlugin, async ({ params, body, caller, language, services }) => {
    const { db, events } = services;
    return db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      return undoAllOf({ tx, events, caller, language }, params.id, body);
    });
  }),
];

const MAX_KEPT_IDS = 20;

/** Preview of undoing all that a plugin did, without changing anything. */
async function pluginUndoOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  plugin: string,
): Promise<PluginUndo> {
  const newest = await newestOf(db, caller, projectId);
  const ids = await changedBy(db, caller, projectId, plugin);
  const keptIds: string[] = [];
  async function* own() {
    for await (const some of beforePlugin(db, caller, projectId, plugin, ids)) {
      keptIds.push(...some.filter(({ isForeign }) => isForeign).map(({ id }) => id));
      yield some.filter(({ isForeign }) => !isForeign);
    }
  }
  const counted = await countDifferences(own());
  return {
    ...counted,
    lost: [],
    newest,
    kept: keptIds.length,
    keptIds: keptIds.slice(0, MAX_KEPT_IDS),
    imports: await importsBy(db, caller, projectId, plugin),
  };
}
