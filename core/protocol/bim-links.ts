import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';
import { ifcGuid } from './bim-elements.ts';

/** A link from an element of a model to an object of the map or to a file of the project. */
export const bimLink = z.object({
  id: uuid,
  modelId: uuid,
  modelName: z.string(),
  globalId: z.string(),
  /** Of the element in the newest version; null: it is gone. */
  class: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** One of both. */
  geometryId: z.nullable(uuid),
  fileId: z.nullable(uuid),
  /** Name of the type of the object, or of the file. */
  target: z.string(),
  note: z.string(),
  /** Whether the newest version still has the element. */
  isPresent: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
});
export type BimLink = z.output<typeof bimLink>;

const one = z.object({
  globalId: ifcGuid,
  geometryId: z.optional(uuid),
  fileId: z.optional(uuid),
  note: z.optional(z.string().check(z.maxLength(500))),
});

export const listBimLinks = defineCall({
  id: 'bim.links',
  method: 'GET',
  path: '/bim/:id/links',
  summary: 'The links of a model, or of one of its elements (`globalId`).',
  authorization: 'bim.read',
  params: byId,
  query: z.object({ globalId: z.optional(ifcGuid) }),
  answer: z.array(bimLink),
});
export const listLinksToBim = defineCall({
  id: 'bim.linksTo',
  method: 'GET',
  path: '/bim-links',
  summary: 'The links of all models of a project to one of its objects (`geometryId`) or files (`fileId`).',
  authorization: 'bim.read',
  headers: z.object({ projectid: uuid }),
  query: z.object({ geometryId: z.optional(uuid), fileId: z.optional(uuid) }),
  answer: z.array(bimLink),
});
export const createBimLinks = defineCall({
  id: 'bim.link',
  method: 'POST',
  path: '/bim/:id/links',
  summary: 'Links elements, each to an object (`geometryId`) or a file (`fileId`) of the same project.',
  authorization: 'bim.write',
  params: byId,
  body: z.array(one).check(z.minLength(1), z.maxLength(500)),
  answer: z.array(bimLink),
});
export const deleteBimLink = defineCall({
  id: 'bim.unlink',
  method: 'DELETE',
  path: '/bim/:id/links/:linkId',
  summary: 'Removes a link.',
  authorization: 'bim.write',
  params: z.object({ id: uuid, linkId: uuid }),
});
