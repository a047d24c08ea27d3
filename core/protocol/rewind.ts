import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, uuid } from './common.ts';
import { geometry } from './geometry.ts';
import { transactionKind } from './geometries.ts';

const transactionId = like('120', /^\d{1,18}$/);
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
});
export type ProjectEntry = z.output<typeof projectEntry>;

export const listProjectTransactions = defineCall({
  id: 'projects.transactions',
  method: 'GET',
  path: '/projects/:id/transactions',
  summary:
    'What was done to the objects of a project, newest first, 50 moments at a time; `before` goes on from the last one received. May be narrowed to a person, an object type, and moments from `from` up to `to`.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({
    before: z.optional(transactionId),
    by: z.optional(uuid),
    typeName: z.optional(typeName),
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
