import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import {
  accepted,
  byId,
  like,
  objectHeaders,
  projectHeader,
  projectHeaders,
  properties,
  typeName,
  uuid,
} from './common.ts';
import { place } from './files.ts';
import { geometryObject, labelPlace } from './geometries.ts';
import { geometry } from './geometry.ts';
import { MAX_SELECTED } from './limits.ts';
import { pluginLabel } from './plugin-package.ts';

const writable = {
  location: geometry,
  properties: z.optional(properties),
  typeName,
  relatesTo: z.optional(z.array(uuid).check(z.maxLength(1000))),
  /** Null: the map places the label again. */
  labelAt: z.optional(z.nullable(labelPlace)),
};

/**
 * Maximum distance of a splitting point from its line, metres: allows for the inaccuracy of pointing and snapping.
 */
export const SPLIT_TOLERANCE = 1;

const splitAnswer = z.object({ removed: uuid, created: z.array(geometryObject) });
export type SplitAnswer = z.output<typeof splitAnswer>;

export const splitLineString = defineCall({
  id: 'geometries.splitLineString',
  method: 'POST',
  path: '/geometries/splitlinestring/:id',
  summary:
    'Divides a line at the place nearest to a point, at most 1 m away; the height there is the line’s. Each part becomes an object with the attributes of the line (a value that must be unique stays with the longest part), the line is removed; each can be undone and restored like any change. A point that does not divide is refused (422) with the reason.',
  authorization: 'geometries.split',
  headers: objectHeaders,
  params: byId,
  body: z.object({ splittingpoint: place }),
  answer: splitAnswer,
});
export const splitPolygon = defineCall({
  id: 'geometries.splitPolygon',
  method: 'POST',
  path: '/geometries/splitpolygon',
  summary:
    'Divides a polygon, holes and several parts included, along a line. Where the line meets an edge it has the height there, and even heights between. Each resulting area becomes an object with the attributes of the polygon (a value that must be unique stays with the largest), the polygon is removed; each can be undone and restored like any change. A line that does not divide is refused (422) with the reason.',
  authorization: 'geometries.split',
  headers: objectHeaders,
  body: z.object({ polygon_id: uuid, split_line: geometry }),
  answer: splitAnswer,
  timeout: TIMEOUT.files,
});
export const createGeometry = defineCall({
  id: 'geometries.create',
  method: 'POST',
  path: '/geometries',
  summary: 'Creates an object.',
  authorization: 'geometries.write',
  headers: projectHeaders,
  body: z.object(writable),
  answer: geometryObject,
});
export const updateGeometry = defineCall({
  id: 'geometries.update',
  method: 'PUT',
  path: '/geometries/:id',
  summary: 'Changes what is given of an object.',
  authorization: 'geometries.write',
  headers: objectHeaders,
  params: byId,
  body: z.partial(z.object(writable)),
  answer: geometryObject,
  versioned: true,
});
export const deleteGeometry = defineCall({
  id: 'geometries.delete',
  method: 'DELETE',
  path: '/geometries/:id',
  summary: 'Deletes an object; its history stays and can bring it back.',
  authorization: 'geometries.delete',
  headers: objectHeaders,
  params: byId,
  versioned: true,
});
export const deleteMassive = defineCall({
  id: 'geometries.deleteMassive',
  method: 'POST',
  path: '/geometries/deletemassive',
  summary: 'Deletes many objects in one transaction.',
  authorization: 'geometries.delete',
  headers: projectHeaders,
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(100_000)) }),
  answer: z.object({ deleted: z.array(uuid), refused: z.array(z.object({ id: uuid, reason: z.string() })) }),
  timeout: TIMEOUT.files,
});

/** The outcome of changing many objects at once, in the job's result. */
export const manyChanged = z.object({
  changed: z.int(),
  /** Objects that already were as requested. */
  unchanged: z.int(),
  refused: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Names the change, to take it back; null when nothing was changed. */
  transactionId: z.nullable(z.string()),
});
export type ManyChanged = z.output<typeof manyChanged>;

/** A field of an object type whose values are calculated by an expression (core/expression). */
export const calculation = z.object({
  typeName,
  field: z.string().check(z.minLength(1), z.maxLength(120)),
  expression: z.string().check(z.maxLength(500)),
});
export type Calculation = z.output<typeof calculation>;

/** Most objects that are looked at before a calculation is made. */
export const MAX_PREVIEWED = 2_000;

export const previewCalculation = defineCall({
  id: 'geometries.previewCalculation',
  method: 'POST',
  path: '/geometries/calculation',
  summary:
    'What setting a field by an expression would do to objects: to the first 2,000 of them, in the order of their ids. 422 with a sentence for a field that cannot be calculated, or an expression that cannot be read. Nothing is changed.',
  authorization: 'geometries.read',
  headers: projectHeader,
  body: z.object({
    ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_SELECTED)),
    calculate: calculation,
  }),
  answer: z.object({
    /** Objects of the type among those given. */
    count: z.int(),
    /** Of these, how many were looked at. */
    previewed: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Objects that lose their value: the expression has none for them. Counted among `changed`, too. */
    emptied: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** The first ones. `after` is missing where the object has no value then, `problem` says why it is refused. */
    examples: z.array(
      z.object({
        id: uuid,
        before: z.optional(z.unknown()),
        after: z.optional(z.union([z.string(), z.number()])),
        problem: z.optional(z.string()),
      }),
    ),
  }),
  timeout: TIMEOUT.files,
});
export type CalculationPreview = z.output<(typeof previewCalculation)['answer']>;

/** What is done to each of many objects. */
const manyChange = {
  deleted: z.optional(z.boolean()),
  typeName: z.optional(typeName),
  set: z.optional(properties),
  calculate: z.optional(calculation),
  /** Labels moved by hand are placed by the map again. */
  labelAt: z.optional(z.null()),
};

export const changeMany = defineCall({
  id: 'geometries.changeMany',
  method: 'POST',
  path: '/geometries/changemany',
  summary:
    'Deletes many objects, gives them another type, sets attributes of them (`null` removes one), calculates one by an expression (`calculate`; where it has no value, the attribute is removed), or has their labels placed by the map again (`labelAt: null`), in one transaction: a job, whose result says how many were changed, and how many refused with the reason. Sent again with the same `changeId` it is not done again.',
  authorization: 'geometries.write',
  headers: projectHeader,
  body: z.object({
    changeId: uuid,
    ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_SELECTED)),
    ...manyChange,
  }),
  answer: accepted,
  timeout: TIMEOUT.files,
});
export const previewMany = defineCall({
  id: 'geometries.previewMany',
  method: 'POST',
  path: '/geometries/changemany/preview',
  summary:
    'What `changemany` would do to objects: to the first 2,000 of them, in the order of their ids, by the same rules. Nothing is changed.',
  authorization: 'geometries.write',
  headers: projectHeader,
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_SELECTED)), ...manyChange }),
  answer: z.object({
    /** Objects among those given that exist for the caller. */
    count: z.int(),
    /** Of these, how many were looked at. */
    previewed: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** The first that change or are refused: their attributes. `after` is missing where an object is deleted or refused. */
    examples: z.array(
      z.object({
        id: uuid,
        before: properties,
        after: z.optional(properties),
        problem: z.optional(z.string()),
      }),
    ),
  }),
  timeout: TIMEOUT.files,
});
export type ManyPreview = z.output<(typeof previewMany)['answer']>;
export const reverseMany = defineCall({
  id: 'geometries.reverseMany',
  method: 'POST',
  path: '/geometries/reversemany',
  summary:
    'Takes back what the caller changed in one transaction, in one transaction: a job, with the same result as `changemany`; taking that back makes the change again. Objects changed since stay as they are, and are counted as refused.',
  authorization: 'geometries.write',
  headers: projectHeader,
  body: z.object({ changeId: uuid, transactionId: like('120', /^\d{1,18}$/) }),
  answer: accepted,
});

/**
 * One unsent change. `clientId` ensures that it is applied only once, however often it is sent; for an object unknown
 * to the server (`id` absent), a uuid given as `clientId` becomes its id. `version` is the version that the change is
 * based on. A change with the `id` of a deleted object, based on the version of its deletion, restores the object.
 */
export const change = z.extend(z.partial(z.object(writable)), {
  id: z.optional(uuid),
  clientId: z.string().check(z.minLength(1), z.maxLength(64)),
  version: z.optional(z.int()),
  deleted: z.optional(z.boolean()),
  /**
   * The object is the remainder of a divided object, or a new part: requires `geometries.split`, and its history
   * records it.
   */
  split: z.optional(z.boolean()),
  /** The plugin from outside by which the person made it; the history names it. */
  plugin: z.optional(pluginLabel),
});
export type GeometryChange = z.output<typeof change>;

export const changeAnswer = z.object({
  clientId: z.string(),
  id: z.nullable(z.string()),
  status: z.enum(['saved', 'conflict', 'refused']),
  /** The version of the object after saving; after a deletion, the version to base a restoration on. */
  version: z.optional(z.int()),
  /** On conflict, the current object on the server; null if it is deleted there. */
  current: z.optional(z.nullable(geometryObject)),
  /** The reason, in one sentence. */
  detail: z.optional(z.string()),
});
export type ChangeAnswer = z.output<typeof changeAnswer>;

export const autosave = defineCall({
  id: 'geometries.autosave',
  method: 'POST',
  path: '/geometries/autosave',
  summary:
    'Saves a list of changes, answering each in order: saved, conflict with the current object, or refused.',
  authorization: 'geometries.write',
  headers: projectHeaders,
  body: z.array(z.unknown()).check(z.maxLength(10_000)),
  answer: z.array(changeAnswer),
  timeout: TIMEOUT.autosave,
});
