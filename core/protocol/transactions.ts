import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, objectHeaders } from './common.ts';
import { geometryObject, transactionSummary } from './geometries.ts';

export const listTransactions = defineCall({
  id: 'geometries.transactions',
  method: 'GET',
  path: '/geometries/:id/transactions',
  summary: "An object's history, newest first, with the object before and after each change.",
  authorization: 'geometries.read',
  headers: objectHeaders,
  params: byId,
  answer: z.array(
    z.extend(transactionSummary, {
      before: z.nullable(geometryObject),
      after: z.nullable(geometryObject),
    }),
  ),
});
export const undoGeometry = defineCall({
  id: 'geometries.undo',
  method: 'POST',
  path: '/geometries/undo/:id',
  summary:
    'Takes back the last change of an object; 204 where that removes it. Undoing again goes one change further back. Of a split, the object that was divided comes back, and each part is removed by its own undo.',
  authorization: 'geometries.restore',
  headers: objectHeaders,
  params: byId,
  answer: geometryObject,
});
export const restoreGeometry = defineCall({
  id: 'geometries.restoreAt',
  method: 'POST',
  path: '/geometries/restoreat/:id',
  summary: 'Makes an object what it was after one of its transactions; itself a transaction.',
  authorization: 'geometries.restore',
  headers: objectHeaders,
  params: byId,
  body: z.object({ transaction_id: z.string() }),
  answer: geometryObject,
});
