import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';

/** GlobalId of IFC: 22 characters. */
export const ifcGuid = z.string().check(z.minLength(1), z.maxLength(64));
const word = z.string().check(z.maxLength(255));

/** Where an element is in the fragments; null: it has none there. */
const inFragments = {
  /** The part of `parts` of the model. */
  part: z.nullable(z.int()),
  /** Its local id in that part. */
  localId: z.nullable(z.int()),
};

/** A node of the spatial structure: project, site, building, storey, space, or a part of a civil work. */
export const bimNode = z.object({
  globalId: z.string(),
  class: z.string(),
  name: z.nullable(z.string()),
  longName: z.nullable(z.string()),
  /** Of a storey, as authored, metres; null: not stated. */
  elevation: z.nullable(z.number()),
  ...inFragments,
  /** Position of its parent in the list; null for the root. Parents come first. */
  parent: z.nullable(z.int()),
  /** Elements in it, and in it and all below. */
  own: z.int(),
  count: z.int(),
});
export type BimNode = z.output<typeof bimNode>;

const counted = z.object({ name: z.string(), count: z.int() });
/** A group, a system or a type. */
const countedThing = z.object({
  globalId: z.string(),
  class: z.string(),
  name: z.nullable(z.string()),
  count: z.int(),
});

export const bimTree = defineCall({
  id: 'bim.tree',
  method: 'GET',
  path: '/bim/:id/tree',
  summary:
    'The spatial structure of a model with counts, and its classes, materials, types, groups, systems, zones and classifications.',
  authorization: 'bim.read',
  params: byId,
  query: z.object({ content: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  answer: z.object({
    nodes: z.array(bimNode),
    classes: z.array(counted),
    materials: z.array(counted),
    classifications: z.array(counted),
    types: z.array(countedThing),
    groups: z.array(countedThing),
    systems: z.array(countedThing),
    zones: z.array(countedThing),
  }),
});
export const bimProperties = defineCall({
  id: 'bim.properties',
  method: 'GET',
  path: '/bim/:id/properties',
  summary: 'The names of all properties of a model, with the number of elements that have each.',
  authorization: 'bim.read',
  params: byId,
  query: z.object({ content: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  answer: z.array(
    z.object({
      /** Of attributes `attribute`. */
      kind: z.enum(['attribute', 'property', 'quantity', 'classification', 'material']),
      /** Empty for attributes. */
      set: z.string(),
      name: z.string(),
      count: z.int(),
      /** Whether all of its values are numbers. */
      isNumber: z.boolean(),
      unit: z.nullable(z.string()),
    }),
  ),
});

const listOf = (most: number) => z.optional(z.array(word).check(z.maxLength(most)));
/** Which elements; all conditions hold. An empty one: all. */
export const bimFilter = z.object({
  /** Each word occurs in a value of the element: name, attribute, property, material, type, classification, GlobalId. */
  text: z.optional(z.string().check(z.maxLength(200))),
  /** `IfcWall`; with what derives from it in the file only if named. */
  classes: listOf(200),
  /** GlobalIds of nodes of the spatial structure: in one of them or below. */
  within: listOf(500),
  materials: listOf(200),
  /** GlobalIds. */
  types: listOf(500),
  /** GlobalIds of groups, systems and zones. */
  groups: listOf(500),
  classifications: listOf(200),
  globalIds: listOf(10_000),
  /** To objects of the map or to files of the project that the caller may see; `none`: to nothing. */
  linked: z.optional(z.enum(['objects', 'files', 'none'])),
  properties: z.optional(
    z
      .array(
        z.object({
          /** Missing: in any set. */
          set: z.optional(word),
          name: word,
          /** Numbers are compared in the unit of the property; texts without regard to case. */
          is: z.enum(['present', 'absent', 'equal', 'unequal', 'contains', 'less', 'most', 'more', 'least']),
          value: z.optional(z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean()])),
        }),
      )
      .check(z.maxLength(20)),
  ),
});
export type BimFilter = z.output<typeof bimFilter>;

/** A property to show of elements. */
const column = z.object({ set: z.optional(word), name: word });

export const bimElementRow = z.object({
  globalId: z.string(),
  ...inFragments,
  class: z.string(),
  name: z.nullable(z.string()),
  /** Name of its type, material and storey. */
  type: z.nullable(z.string()),
  material: z.nullable(z.string()),
  storey: z.nullable(z.string()),
  /** What it is linked to: objects by their type, files by their name. */
  links: z.array(z.object({ geometryId: z.nullable(uuid), fileId: z.nullable(uuid), target: z.string() })),
  /** The asked columns. */
  values: z.array(z.nullable(z.union([z.string(), z.number()]))),
});
export type BimElementRow = z.output<typeof bimElementRow>;

const content = z.optional(z.int().check(z.minimum(1)));
export const findBimElements = defineCall({
  id: 'bim.elements',
  method: 'POST',
  path: '/bim/:id/elements',
  summary: 'Finds elements of a model by text, class, place, material, type, group and properties; paged.',
  authorization: 'bim.read',
  params: byId,
  body: z.extend(bimFilter, {
    content,
    columns: z.optional(z.array(column).check(z.maxLength(30))),
    orderby: z.optional(z.enum(['name', 'class', 'type', 'material', 'storey'])),
    order: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Rows of a page, 50 unless given. */
    paginate: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  }),
  answer: z.object({ count: z.int(), elements: z.array(bimElementRow) }),
});
/** Elements of one part. */
const inPart = z.object({ part: z.int(), localIds: z.array(z.int()) });
export const findBimItems = defineCall({
  id: 'bim.items',
  method: 'POST',
  path: '/bim/:id/items',
  summary:
    'All elements that a filter finds, as local ids in the fragments; with `by` grouped by the values of a property, to isolate, hide or colour them.',
  authorization: 'bim.read',
  params: byId,
  body: z.extend(bimFilter, { content, by: z.optional(column) }),
  answer: z.object({
    count: z.int(),
    /** One without `by`, with `value` null; else one per value, the most frequent first, at most 1,000. */
    groups: z.array(z.object({ value: z.nullable(z.string()), count: z.int(), items: z.array(inPart) })),
    /** Whether there are more groups, which are left out. */
    isCut: z.boolean(),
  }),
});

export const searchBim = defineCall({
  id: 'bim.search',
  method: 'GET',
  path: '/bim-elements',
  summary: 'Elements of all models of a project in whose values every word of a text occurs; at most 12.',
  authorization: 'bim.read',
  headers: z.object({ projectid: uuid }),
  query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.array(
    z.object({
      modelId: uuid,
      modelName: z.string(),
      globalId: z.string(),
      class: z.string(),
      name: z.nullable(z.string()),
      storey: z.nullable(z.string()),
    }),
  ),
});

const value = z.object({
  name: z.string(),
  value: z.string(),
  /** The value, if it is one number. */
  number: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  /** Of a list, range or table of numbers (with points), and of `true` and `false`; null for others. */
  type: z.nullable(z.enum(['numbers', 'boolean'])),
});
/** A property set or a set of quantities. */
const valueSet = z.object({
  name: z.string(),
  /** Whether it belongs to the type of the element. */
  isOfType: z.boolean(),
  values: z.array(value),
});
export const bimElement = z.object({
  globalId: z.string(),
  ...inFragments,
  /** Number of the line in the file: `#123`. */
  line: z.int(),
  class: z.string(),
  name: z.nullable(z.string()),
  attributes: z.array(value),
  properties: z.array(valueSet),
  quantities: z.array(valueSet),
  materials: z.array(z.string()),
  classifications: z.array(z.string()),
  type: z.nullable(z.object({ globalId: z.string(), class: z.string(), name: z.nullable(z.string()) })),
  groups: z.array(z.object({ globalId: z.string(), class: z.string(), name: z.nullable(z.string()) })),
  /** Documents that the file names: identification, name, place. */
  documents: z.array(z.object({ name: z.string(), location: z.nullable(z.string()) })),
  /** From the root to where it is. */
  path: z.array(z.object({ globalId: z.string(), class: z.string(), name: z.nullable(z.string()) })),
  /** In the axes of the file, metres; null: without a shape. */
  box: z.nullable(z.array(z.number())),
});
export type BimElement = z.output<typeof bimElement>;
export const getBimElement = defineCall({
  id: 'bim.element',
  method: 'GET',
  path: '/bim/:id/elements/:globalId',
  summary:
    'One element by its GlobalId: attributes, property sets and quantities with those of its type, materials, classifications, groups, documents, place in the structure.',
  authorization: 'bim.read',
  params: z.object({ id: uuid, globalId: ifcGuid }),
  query: z.object({ content: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  answer: bimElement,
});
