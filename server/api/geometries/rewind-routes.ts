import {
  listPluginChanges,
  listProjectTransactions,
  lookAtPluginUndo,
  lookAtRestore,
  restoreProject,
  undoPlugin,
} from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { isCleanText } from '../../base/clean-text.ts';
import { route, type Route } from '../../http/context.ts';
import { pluginsOf, pluginUndoOf } from '../../shared/geometries/rewind/by-plugin.ts';
import { differenceSince } from '../../shared/geometries/rewind/difference.ts';
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
