import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, uuid } from './common.ts';
import { geometry } from './geometry.ts';
import { transactionKind } from './geometries.ts';
import { pluginId, pluginLabel } from './plugin-package.ts';

const transactionId = like('120', /^\d{1,18}$/);
/** One version of a plugin from outside, or with its name alone all versions. */
const plugin = z.union([pluginLabel, pluginId]);
const typeName = z.string().check(z.minLength(1), z.maxLength(120));

/** What one person did to the objects of a project at one moment: a save, an import, a deletion of many. */
export const projectEntry = z.object({
  /** The id of its newest transaction; identifies the moment. */
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  /** Number of objects by operation and object type; for an import also its file. */
  done: z.array(
    z.object({
      kind: transactionKind,
      typeName: z.string(),
      count: z.int(),
      fileName: z.nullable(z.string()),
    }),
  ),
  /** The first few of the objects that have a history. */
  objectIds: z.array(uuid),
  /** Plugins from outside by which it was done: `acme-wells@1.0.0`. */
  plugins: z.array(z.string()),
});
export type ProjectEntry = z.output<typeof projectEntry>;

export const listProjectTransactions = defineCall({
  id: 'projects.transactions',
  method: 'GET',
  path: '/projects/:id/transactions',
  summary:
    'What was done to the objects of a project, newest first, 50 moments at a time; `before` goes on from the last one received. May be narrowed to a person, an object type, a plugin from outside, and moments from `from` up to `to`.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({
    before: z.optional(transactionId),
    by: z.optional(uuid),
    typeName: z.optional(typeName),
    plugin: z.optional(plugin),
    from: z.optional(z.iso.datetime({ offset: true })),
    to: z.optional(z.iso.datetime({ offset: true })),
  }),
  answer: z.object({ entries: z.array(projectEntry), more: z.boolean() }),
});

/** Maximum number of objects restored at once. */
export const MAX_RESTORED = 5000;

export const rewoundShape = z.object({
  id: uuid,
  what: z.enum(['comes', 'goes', 'changes']),
  typeName: z.string(),
  /** The current geometry, and the geometry after restoring. */
  now: z.nullable(geometry),
  then: z.nullable(geometry),
});
export type RewoundShape = z.output<typeof rewoundShape>;

const counts = { comes: z.int(), goes: z.int(), changes: z.int() };
export const restoreDifference = z.object({
  ...counts,
  byType: z.array(z.object({ typeName: z.string(), ...counts })),
  /** The first few hundred objects, to be shown on a map. */
  shapes: z.array(rewoundShape),
  /** Files whose import was undone since: their objects are not restored. */
  lost: z.array(z.string()),
  /** The newest transaction of the project when it was read; `POST` must send it. */
  newest: z.string(),
});
export type RestoreDifference = z.output<typeof restoreDifference>;

export const lookAtRestore = defineCall({
  id: 'projects.lookAtRestore',
  method: 'GET',
  path: '/projects/:id/restoreat',
  summary:
    'What restoring the objects of a project as they were after the moment of a transaction would do: how many come back, go, change, and where.',
  authorization: 'geometries.restore',
  params: byId,
  query: z.object({ transaction_id: transactionId }),
  answer: restoreDifference,
  timeout: TIMEOUT.files,
});
export const restoreProject = defineCall({
  id: 'projects.restoreAt',
  method: 'POST',
  path: '/projects/:id/restoreat',
  summary:
    'Makes the objects of a project, of the types the caller may see, what they were after the moment of a transaction; at most 5,000 change. Itself a change of each, which can be taken back the same way. Refused (409) when the project was changed after `newest`.',
  authorization: 'geometries.restore',
  params: byId,
  body: z.object({ transaction_id: transactionId, newest: transactionId }),
  answer: z.object(counts),
  timeout: TIMEOUT.files,
});

export const listPluginChanges = defineCall({
  id: 'projects.plugins',
  method: 'GET',
  path: '/projects/:id/plugins',
  summary:
    'The plugins from outside that have changed objects of a project, each version for itself, with the number of objects.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(z.object({ plugin: z.string(), objects: z.int(), lastAt: z.iso.datetime() })),
});

/** Objects that stay as they are, because others have changed them after the plugin. */
const kept = {
  kept: z.int(),
  keptIds: z.array(uuid),
  /** Files that the plugin has read, whose objects are undone with their import. */
  imports: z.array(z.string()),
};
export const pluginUndo = z.extend(restoreDifference, kept);
export type PluginUndo = z.output<typeof pluginUndo>;

export const lookAtPluginUndo = defineCall({
  id: 'projects.lookAtPluginUndo',
  method: 'GET',
  path: '/projects/:id/undoplugin',
  summary:
    'What undoing all that a plugin from outside did to the objects of a project would do, and how many objects would stay because others have changed them since.',
  authorization: 'geometries.restore',
  params: byId,
  query: z.object({ plugin }),
  answer: pluginUndo,
  timeout: TIMEOUT.files,
});
export const undoPlugin = defineCall({
  id: 'projects.undoPlugin',
  method: 'POST',
  path: '/projects/:id/undoplugin',
  summary:
    'Makes the objects of a project what they were before a plugin from outside first changed them, except those that others have changed since; at most 5,000. All at one moment, which can be taken back by restoring the moment before. Refused (409) when the project was changed after `newest`.',
  authorization: 'geometries.restore',
  params: byId,
  body: z.object({ plugin, newest: transactionId }),
  answer: z.object({ ...counts, kept: z.int() }),
  timeout: TIMEOUT.files,
});
