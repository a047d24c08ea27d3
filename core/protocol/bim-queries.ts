import * as z from 'zod/mini';
import { bimFilter } from './bim-elements.ts';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';

/** What elements are listed by. */
export const BIM_GROUPINGS = [
  'structure',
  'classes',
  'materials',
  'types',
  'systems',
  'groups',
  'zones',
  'classifications',
] as const;

/** A search of elements that is saved in a project. */
export const bimQuery = z.object({
  id: uuid,
  name: z.string(),
  grouping: z.enum(BIM_GROUPINGS),
  filter: bimFilter,
  /** null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
});
export type BimQuery = z.output<typeof bimQuery>;

/** Most of a project. */
export const MAX_BIM_QUERIES = 200;

export const listBimQueries = defineCall({
  id: 'bimQueries.list',
  method: 'GET',
  path: '/projects/:id/bim-queries',
  summary: 'The saved searches of elements of a project (the id), by name; at most 200.',
  authorization: 'bim.read',
  params: byId,
  answer: z.array(bimQuery),
});
export const saveBimQuery = defineCall({
  id: 'bimQueries.create',
  method: 'POST',
  path: '/projects/:id/bim-queries',
  summary: 'Saves a search of elements in a project (the id); one of the same name is replaced.',
  authorization: 'bim.comment',
  params: byId,
  body: z.object({ name, grouping: z.enum(BIM_GROUPINGS), filter: bimFilter }),
  answer: bimQuery,
});
export const deleteBimQuery = defineCall({
  id: 'bimQueries.delete',
  method: 'DELETE',
  path: '/projects/:id/bim-queries/:queryId',
  summary: 'Deletes a saved search of elements.',
  authorization: 'bim.comment',
  params: z.object({ id: uuid, queryId: uuid }),
});
