import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, listQuery, localized, name, projectHeaders, uuid } from './common.ts';
import { GEOMETRY_TYPES } from './geometry.ts';
import { style } from './style.ts';

const groupName = z.string().check(z.minLength(1), z.maxLength(60));
/** An expression (core/expression) that reads fields which are not computed. */
const condition = z.optional(z.string().check(z.maxLength(500)));

const choice = z.object({
  value: z.string(),
  title: localized,
  /** Shown beside the value in forms and tables, and offered to styles. */
  colour: z.optional(like('#e69f00', /^#[0-9a-fA-F]{6}$/)),
});
export type FieldChoice = z.output<typeof choice>;

export const field = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  title: localized,
  /** `image`, `document`: the name of a file of the object or of the project. `relation`: ids of objects. */
  type: z.enum(['text', 'number', 'integer', 'date', 'choice', 'boolean', 'image', 'document', 'relation']),
  required: z.boolean(),
  unique: z.optional(z.boolean()),
  choices: z.optional(z.array(choice)),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  pattern: z.optional(z.string().check(z.maxLength(200))),
  /** Filled in by forms for new objects. */
  default: z.optional(z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean()])),
  /**
   * An expression (core/expression): the value is calculated from other fields and the geometry whenever an object is
   * stored, and cannot be set.
   */
  computed: z.optional(z.string().check(z.maxLength(500))),
  /** The name of the group of the form that it is in; without one it is above all groups. */
  group: z.optional(groupName),
  /** Forms show the field while this condition holds; hidden fields keep their value and require none. */
  when: condition,
});
export type Field = z.output<typeof field>;

/** Whether the value of a field refers to something else: a file, or objects. */
export function isReference({ type }: Pick<Field, 'type'>): boolean {
  return type === 'image' || type === 'document' || type === 'relation';
}

/** Fields that forms show together. */
export const fieldGroup = z.object({
  name: groupName,
  title: localized,
  /** Forms show the group while this condition holds. */
  when: condition,
});
export type FieldGroup = z.output<typeof fieldGroup>;

/** An object type; the specification calls it an attribute set. */
export const objectType = z.object({
  id: uuid,
  /** The `typeName` of its geometry objects. */
  name: z.string(),
  title: localized,
  /** The geometry type of its objects; `null` accepts any. */
  geometryType: z.nullable(z.enum(GEOMETRY_TYPES)),
  fields: z.array(field),
  /** The groups of its form, in order. Default: none. */
  groups: z.optional(z.array(fieldGroup)),
  style,
  icon: z.nullable(z.string()),
  /** Names of its pictures, in order; each can be downloaded from `/attributes/{id}/images/{name}`. */
  images: z.array(z.string()),
  /** The projects it belongs to; empty means all projects of its organization. */
  projectIds: z.array(uuid),
  version: z.int(),
});
export type ObjectType = z.output<typeof objectType>;

export const attributeFields = z.array(field).check(z.maxLength(500));
export const fieldGroups = z.array(fieldGroup).check(z.maxLength(100));
const fields = attributeFields;

const writable = {
  name,
  title: localized,
  geometryType: z.nullable(z.enum(GEOMETRY_TYPES)),
  fields,
  groups: fieldGroups,
  style,
  icon: z.nullable(z.string().check(z.maxLength(120))),
  projectIds: z.array(uuid).check(z.maxLength(10_000)),
};

export const listAttributes = defineCall({
  id: 'attributes.list',
  method: 'GET',
  path: '/attributes',
  summary:
    'Object types of the organization that are not blocked for the caller, a page at a time (`page`, `paginate`; `X-Total-Count` counts all). `objectname`, like `search`, is part of a name or title.',
  authorization: 'geometries.read',
  query: z.extend(listQuery, { objectname: z.optional(z.string().check(z.maxLength(200))) }),
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
  summary:
    'Changes what is given of an object type; a type that has objects keeps its name. Stored values stay as they are: `PUT /attributes/{id}/fields` changes fields together with their values.',
  authorization: 'attributes.write',
  params: byId,
  body: z.partial(z.object(writable)),
  answer: objectType,
  versioned: true,
});

/** Most objects that a change of fields may store again. */
export const MAX_REWRITTEN = 100_000;

/** What a change of fields does to the stored values of one field; numbers of objects. */
export const fieldEffect = z.object({
  /** The name of the field. */
  field: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** Values that are written again in the new type, or calculated. */
  converted: z.int(),
  /** Values that are removed, because the field is or because they cannot be converted. The history keeps them. */
  lost: z.int(),
  /** Objects without a value; of a field with a condition, those for which it holds. */
  empty: z.int(),
  /** Values that stay although they break the range, pattern or choices: they are corrected at the next edit. */
  outOfRange: z.int(),
  /** Values of a unique field that another object of the project has, too. */
  duplicates: z.int(),
  /** Some of the lost values, as text. */
  examples: z.array(z.string()),
});
export type FieldEffect = z.output<typeof fieldEffect>;

export const fieldEffects = z.object({
  /** The objects of the type in the caller's projects. */
  objects: z.int(),
  /** Sum over the fields. */
  lost: z.int(),
  /** Objects in projects of others whose values would change: while there are any, the fields cannot be saved. */
  elsewhere: z.int(),
  /** Objects that would be stored again: while there are more than `MAX_REWRITTEN`, the fields cannot be saved. */
  rewritten: z.int(),
  /** The fields whose values are affected, in their order; the removed ones last. */
  effects: z.array(fieldEffect),
});
export type FieldEffects = z.output<typeof fieldEffects>;

export const previewFields = defineCall({
  id: 'attributes.previewFields',
  method: 'POST',
  path: '/attributes/:id/fields/preview',
  summary:
    'What `PUT /attributes/{id}/fields` would do to the stored values, counted over all objects of the type in the projects of the caller. Nothing is changed.',
  authorization: 'attributes.write',
  params: byId,
  body: z.object({ fields, groups: z.optional(fieldGroups) }),
  answer: fieldEffects,
  timeout: TIMEOUT.exports,
});
export const getFields = defineCall({
  id: 'attributes.fields',
  method: 'GET',
  path: '/attributes/:id/fields',
  summary: 'The fields of an object type.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.object({ fields: z.array(field), groups: z.optional(z.array(fieldGroup)) }),
});
export const updateFields = defineCall({
  id: 'attributes.updateFields',
  method: 'PUT',
  path: '/attributes/:id/fields',
  summary:
    'Replaces the fields of an object type, in their order, and converts the stored values in the same transaction. A field is the same as before if its name is. Values that cannot be converted, and those of removed fields, are removed; the history keeps them. 409 when more than `lost` values would be removed, values in projects of others would change, or more than 100,000 objects would be stored again; `geometries.write` is needed where values change.',
  authorization: 'attributes.write',
  params: byId,
  /** `lost`: how many values may be removed. `groups`: those of the form; they stay as they are when not given. */
  body: z.object({
    fields,
    groups: z.optional(fieldGroups),
    lost: z._default(z.int().check(z.minimum(0)), 0),
  }),
  answer: objectType,
  versioned: true,
  timeout: TIMEOUT.exports,
});
/** Most objects that are deleted with their type. */
export const MAX_DELETED_WITH_TYPE = 100_000;

/** The objects of a type, all of which are deleted with it. */
export const typeObjects = z.object({
  /** Those in the caller's projects. */
  count: z.int(),
  /** The projects that have some, by name. */
  projects: z.array(z.object({ id: uuid, projectName: z.string(), count: z.int() })),
  /** Objects in projects that the caller does not work on: while there are any, the type cannot be deleted. */
  elsewhere: z.int(),
});
export type TypeObjects = z.output<typeof typeObjects>;

export const countTypeObjects = defineCall({
  id: 'attributes.objects',
  method: 'GET',
  path: '/attributes/:id/objects',
  summary:
    'How many objects of a type there are, by project of the caller, and how many in projects of others.',
  authorization: 'geometries.read',
  params: byId,
  answer: typeObjects,
  timeout: TIMEOUT.files,
});
export const deleteAttribute = defineCall({
  id: 'attributes.delete',
  method: 'DELETE',
  path: '/attributes/:id',
  summary:
    'Deletes an object type, and with `objects` also its objects, in the same transaction; their history stays. 409 when it has more than `objects` objects (0 unless given), more than 100,000, or some in projects of others; `geometries.delete` is needed where objects are deleted.',
  authorization: 'attributes.write',
  params: byId,
  /** `objects`: how many objects may be deleted. */
  query: z.object({ objects: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  versioned: true,
  timeout: TIMEOUT.exports,
});

export const TYPE_IMAGES = { atOnce: 20, max: 100, megabytes: 10, pixels: 8192 } as const;

export const addImages = defineCall({
  id: 'attributes.addImages',
  method: 'POST',
  path: '/attributes/imagelist',
  summary:
    'Adds pictures to the list of an object type: up to 20 parts named `file`, each PNG, JPEG, WebP or GIF of at most 10 MB and 8192 pixels a side; all are kept or none. A type has at most 100.',
  authorization: 'attributes.write',
  upload: true,
  /** `attributeid`: the object type. */
  body: z.object({ attributeid: uuid }),
  answer: objectType,
  timeout: TIMEOUT.uploads,
});
const imageParams = z.extend(byId, {
  image: like('2f1e1d5c-0000-4000-8000-000000000000.png', /^[0-9a-f-]{36}\.(png|jpg|webp|gif)$/),
});
export const getImage = defineCall({
  id: 'attributes.image',
  method: 'GET',
  path: '/attributes/:id/images/:image',
  summary: 'A picture of an object type, as it was sent; ranges are served.',
  authorization: 'geometries.read',
  params: imageParams,
});
export const deleteImage = defineCall({
  id: 'attributes.deleteImage',
  method: 'DELETE',
  path: '/attributes/:id/images/:image',
  summary: 'Takes a picture from the list of an object type; `If-Match` names the version of the type.',
  authorization: 'attributes.write',
  params: imageParams,
  versioned: true,
});
