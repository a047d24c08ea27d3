import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, listQuery, uuid } from './common.ts';
import { contentFields, fileFields, fileName, place } from './files.ts';

/** The header of an IFC file. */
export const ifcHeader = z.object({
  /** `IFC2X3`, `IFC4`, `IFC4X3_ADD2`, … */
  schema: z.string(),
  /** As written by its authoring program; null if empty. */
  title: z.nullable(z.string()),
  writtenAt: z.nullable(z.string()),
  program: z.nullable(z.string()),
});
export type IfcHeader = z.output<typeof ifcHeader>;

export const bimModel = z.object({
  ...contentFields,
  surveyId: z.nullable(uuid),
  /** Position of its origin, set by a person; null if its own georeference is used. */
  center: z.nullable(place),
  header: ifcHeader,
});
export type BimModel = z.output<typeof bimModel>;

/** Form field: `12.4964,41.9028`, or with the height as third number; also in brackets, as GET answers it. */
const centerText = like(
  '12.4,41.8,57.3',
  /^\s*(\[\s*)?-?[\d.]+(e-?\d+)?\s*,\s*-?[\d.]+(e-?\d+)?\s*(,\s*-?[\d.]+(e-?\d+)?\s*)?(\]\s*)?$/,
);

export const listBim = defineCall({
  id: 'bim.list',
  method: 'GET',
  path: '/bim',
  summary: 'BIM models the caller may see, of a project (header `projectid`) or of a survey.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: z.extend(listQuery, { surveyid: z.optional(uuid), id: z.optional(uuid) }),
  answer: z.array(bimModel),
});
export const uploadBim = defineCall({
  id: 'bim.create',
  method: 'POST',
  path: '/bim',
  summary: 'Adds an IFC file (2x3, 4, 4x3) to a survey (`surveyid`) or to a project (header `projectid`).',
  authorization: 'bim.write',
  headers: z.object({ projectid: z.optional(uuid) }),
  upload: true,
  body: z.object({
    surveyid: z.optional(uuid),
    center: z.optional(centerText),
    name: z.optional(fileName),
    ...fileFields,
  }),
  answer: bimModel,
  timeout: TIMEOUT.files,
});
/** HEAD returns the same without the body. */
export const getBim = defineCall({
  id: 'bim.get',
  method: 'GET',
  path: '/bim/:id',
  summary: 'One BIM model: its file, its header, where it stands.',
  authorization: 'geometries.read',
  params: byId,
  answer: bimModel,
});
export const updateBim = defineCall({
  id: 'bim.update',
  method: 'PUT',
  path: '/bim/:id',
  summary: 'Gives a model another name, center or file (multipart); `center` empty or `null` takes it away.',
  authorization: 'bim.write',
  params: byId,
  upload: true,
  body: z.object({
    center: z.optional(z.union([centerText, z.literal(''), z.literal('null')])),
    name: z.optional(fileName),
    ...fileFields,
  }),
  answer: bimModel,
  versioned: true,
  timeout: TIMEOUT.files,
});
export const deleteBim = defineCall({
  id: 'bim.delete',
  method: 'DELETE',
  path: '/bim/:id',
  summary: 'Deletes a model with its earlier files.',
  authorization: 'bim.write',
  params: byId,
  versioned: true,
});
export const downloadBim = defineCall({
  id: 'bim.file',
  method: 'GET',
  path: '/bim/file/:id',
  summary: 'The IFC file; takes Range, If-Range and If-None-Match.',
  authorization: 'geometries.read',
  params: byId,
  timeout: TIMEOUT.files,
});
