import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, listQuery, localized, name, projectHeaders, uuid } from './common.ts';
import { GEOMETRY_TYPES } from './geometry.ts';

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/));

/** How objects of a type are drawn; widths and sizes in CSS pixels. */
export const style = z.object({
  stroke: colour,
  width: z.number().check(z.minimum(0), z.maximum(40)),
  dash: z.optional(z.array(z.number().check(z.minimum(0), z.maximum(100))).check(z.maxLength(8))),
  fill: z.optional(colour),
  /** Of a point. */
  radius: z.optional(z.number().check(z.minimum(1), z.maximum(40))),
  shape: z.optional(z.enum(['circle', 'square', 'triangle', 'diamond', 'cross'])),
  /** The attribute written beside the object. */
  label: z.optional(z.string()),
});
export type Style = z.output<typeof style>;

export const field = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  title: localized,
  type: z.enum(['text', 'number', 'integer', 'date', 'choice', 'boolean', 'image', 'relation']),
  required: z.boolean(),
  unique: z.optional(z.boolean()),
  choices: z.optional(z.array(z.object({ value: z.string(), title: localized }))),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  pattern: z.optional(z.string().check(z.maxLength(200))),
});
export type Field = z.output<typeof field>;

/** An object type: what the specification calls an attribute set. */
export const objectType = z.object({
  id: uuid,
  /** What geometry objects carry as `typeName`. */
  name: z.string(),
  title: localized,
  /** The geometry drawn for it; `null` takes any. */
  geometryType: z.nullable(z.enum(GEOMETRY_TYPES)),
  fields: z.array(field),
  style,
  icon: z.nullable(z.string()),
  images: z.array(z.string()),
  /** The projects it belongs to; empty means all of its organization. */
  projectIds: z.array(uuid),
  version: z.int(),
});
export type ObjectType = z.output<typeof objectType>;

const writable = {
  name,
  title: localized,
  geometryType: z.nullable(z.enum(GEOMETRY_TYPES)),
  fields: z.array(field).check(z.maxLength(500)),
  style,
  icon: z.nullable(z.string().check(z.maxLength(120))),
  projectIds: z.array(uuid).check(z.maxLength(10_000)),
};

export const listAttributes = defineCall({
  id: 'attributes.list',
  method: 'GET',
  path: '/attributes',
  summary: 'Object types of the organization that are not blocked for the caller.',
  authorization: 'geometries.read',
  query: z.extend(listQuery, { objectname: z.optional(z.string()) }),
  answer: z.array(objectType),
});
export const listProjectAttributes = defineCall({
  id: 'attributes.project',
  method: 'GET',
  path: '/attributes/project',
  summary: 'Object types of one project that are not blocked for the caller.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  answer: z.array(objectType),
});
export const getAttribute = defineCall({
  id: 'attributes.get',
  method: 'GET',
  path: '/attributes/:id',
  summary: 'One object type.',
  authorization: 'geometries.read',
  params: byId,
  answer: objectType,
});
export const createAttribute = defineCall({
  id: 'attributes.create',
  method: 'POST',
  path: '/attributes',
  summary: 'Creates an object type.',
  authorization: 'attributes.write',
  body: z.extend(z.partial(z.object(writable)), { name }),
  answer: objectType,
});
export const updateAttribute = defineCall({
  id: 'attributes.update',
  method: 'PUT',
  path: '/attributes/:id',
  summary: 'Changes what is given of an object type; a type that has objects keeps its name.',
  authorization: 'attributes.write',
  params: byId,
  body: z.partial(z.object(writable)),
  answer: objectType,
  versioned: true,
});
export const deleteAttribute = defineCall({
  id: 'attributes.delete',
  method: 'DELETE',
  path: '/attributes/:id',
  summary: 'Deletes an object type that has no objects.',
  authorization: 'attributes.write',
  params: byId,
  versioned: true,
});
