import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, objectHeaders, projectHeaders, properties, typeName, uuid } from './common.ts';
import { geometry } from './geometry.ts';
import { latitude, longitude } from './degrees.ts';
import { MAX_BY_ID, MAX_SELECTED } from './limits.ts';
import { MAX_FORMULA } from './style-choices.ts';

export type Properties = z.output<typeof properties>;

export const transactionKind = z.enum(['create', 'update', 'delete', 'import', 'split', 'undo', 'restore']);
export type TransactionKind = z.output<typeof transactionKind>;

export const transactionSummary = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: transactionKind,
  /** The plugin from outside by which it was made: `acme-wells@1.0.0`. */
  plugin: z.optional(z.string()),
});
export type TransactionSummary = z.output<typeof transactionSummary>;

/** The middle of a label that was moved by hand: longitude and latitude, degrees. */
export const labelPlace = z.tuple([longitude, latitude]);
export type LabelPlace = z.output<typeof labelPlace>;

export const geometryObject = z.object({
  id: uuid,
  location: geometry,
  properties,
  typeName: z.string(),
  metadata: z.object({
    version: z.int(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    updatedAt: z.iso.datetime(),
    updatedBy: z.string(),
    source: z.nullable(z.string()),
  }),
  /** Ids of the objects that this one belongs to. */
  relatesTo: z.array(uuid),
  /** The last ten, newest first. */
  transactions: z.array(transactionSummary),
  projectId: uuid,
  /** Missing: the map places the label. */
  labelAt: z.optional(labelPlace),
});
export type GeometryObject = z.output<typeof geometryObject>;

/** `minLon,minLat,maxLon,maxLat`; minLon > maxLon crosses the antimeridian. */
const bbox = like('12.4,41.8,12.6,41.9', /^-?[\d.]+(e-?\d+)?(,-?[\d.]+(e-?\d+)?){3}$/i);

export const MAX_LISTED = 20_000;

export const listGeometries = defineCall({
  id: 'geometries.list',
  method: 'GET',
  path: '/geometries',
  summary: 'Objects of a project in a box; more than 20,000 are refused (413) with their count.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({
    bbox: z.optional(bbox),
    /** `false` excludes objects that extend beyond the box. */
    partiallycontained: z.optional(z.enum(['true', 'false'])),
    /** `2` drops heights; `3` keeps them. Default: 3. */
    dimension: z.optional(z.enum(['2', '3'])),
    /** Type names to exclude, comma-separated. */
    excludedLayers: z.optional(z.string()),
  }),
  answer: z.array(geometryObject),
  timeout: TIMEOUT.files,
});
export const listGeometryLines = defineCall({
  id: 'geometries.lines',
  method: 'GET',
  path: '/geometries/lines',
  summary:
    'The same objects as text for pages that read few of those they load: a line an object, with version, west, south, east, north (degrees), type of its location, type name (as JSON) and its JSON as in the list, tabs between them. Empty where there are none.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({ bbox, partiallycontained: z.optional(z.enum(['true', 'false'])) }),
  timeout: TIMEOUT.files,
});

export const listLinesOf = defineCall({
  id: 'geometries.linesOf',
  method: 'POST',
  path: '/geometries/lines',
  summary:
    'The objects of a project with these ids as lines like those of a box, in no order; ids that do not exist are omitted.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_BY_ID)) }),
  timeout: TIMEOUT.files,
});
export const countGeometries = defineCall({
  id: 'geometries.count',
  method: 'GET',
  path: '/geometries/count',
  summary: 'How many objects a project has, of one object type or of all.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({ attributeid: z.optional(uuid) }),
  answer: z.object({ count: z.int() }),
});
export const getGeometry = defineCall({
  id: 'geometries.get',
  method: 'GET',
  path: '/geometries/:id',
  summary: 'One object.',
  authorization: 'geometries.read',
  headers: objectHeaders,
  params: byId,
  answer: geometryObject,
});
const degrees = (max: number) =>
  z.pipe(
    z.pipe(like('12.4', /^-?\d+(\.\d*)?(e-?\d+)?$/i), z.transform(Number)),
    z.number().check(z.minimum(-max), z.maximum(max)),
  );

export const NEAR = { radius: 1, maxRadius: 10_000, limit: 100, maxLimit: 1000 } as const;

export const geometriesAtPlace = defineCall({
  id: 'geometries.atPlace',
  method: 'GET',
  path: '/geometries/3D',
  summary:
    'Objects at or near a place, with their heights, nearest first. Near is at most `radius` metres (1 unless given) from the place (longitude x, latitude y) on the ellipsoid, heights not counted; within an area is 0 m. At most `limit` objects (100 unless given).',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({
    x: degrees(180),
    y: degrees(90),
    radius: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(NEAR.maxRadius))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NEAR.maxLimit))),
  }),
  answer: z.array(geometryObject),
});

export const searchGeometries = defineCall({
  id: 'geometries.search',
  method: 'POST',
  path: '/geometries/searching',
  summary:
    'Objects that meet a shape (header `intersection: true`, and without the header), or lie in it entirely (`false`); more than 20,000 are refused (413) with their count. `typeNames` narrows as the header `type` does.',
  authorization: 'geometries.read',
  headers: z.extend(projectHeaders, { intersection: z.optional(z.enum(['true', 'false'])) }),
  body: z.object({
    location: geometry,
    typeNames: z.optional(z.array(typeName).check(z.maxLength(1000))),
  }),
  answer: z.array(geometryObject),
  timeout: TIMEOUT.files,
});

/**
 * A condition on objects, or several combined. `field`: `id`, `typeName`, `geometryType`, `metadata.version`,
 * `metadata.createdAt`, `metadata.createdBy`, `metadata.updatedAt`, `metadata.updatedBy`, `measures.area`,
 * `measures.length`, `measures.perimeter`, `links.elements`, `labelAt` (where a label was moved to by hand, as text), or the name of an attribute (also as `properties.<name>`).
 * Measures are geodesic, in metres and square metres; points have none, lines only a length, areas no length.
 * `links.elements`: the elements of BIM models that the object is linked to, with their models, as one text.
 *
 * Numbers are compared with numbers, booleans with booleans, text with text (`lt` to `ge` ignore case), and text that
 * is an ISO date with dates, as instants (a day is its start, UTC if no zone is given). A value of another type, or a
 * missing one, is neither equal nor less nor greater; `ne` is true for it. `like`: `%` matches any characters, `_`
 * one, ignoring case; `\` before one of them escapes it. `in`: equal to one of a list. `null`: missing, null or empty
 * text (`value: false`: the opposite).
 */
export type ResearchFilter =
  | { and: ResearchFilter[] }
  | { or: ResearchFilter[] }
  | { field: string; op: ResearchOperator; value?: ResearchValue | ResearchValue[] };
export const RESEARCH_OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'like', 'in', 'null'] as const;
export type ResearchOperator = (typeof RESEARCH_OPERATORS)[number];
export type ResearchValue = string | number | boolean | null;

/** Validated by the server, condition by condition. */
const researchFilter = z.custom<ResearchFilter>(
  (value) => typeof value === 'object' && value !== null,
  'like: {"field":"number","op":"eq","value":"12"}',
);

/** Conditions on objects: all that are given must hold; without any, all objects match. */
const objectsWhere = {
  filter: z.optional(researchFilter),
  ids: z.optional(z.array(uuid).check(z.maxLength(MAX_SELECTED))),
  /** Objects that the box intersects. */
  bbox: z.optional(bbox),
};

const objectsOrder = {
  orderby: z.optional(z.string().check(z.minLength(1), z.maxLength(140))),
  order: z.optional(z.enum(['asc', 'desc'])),
};

export const researchGeometries = defineCall({
  id: 'geometries.research',
  method: 'POST',
  path: '/geometries/research',
  summary:
    'A page of the objects that a filter holds for: `{and|or: […]}` of `{field, op: eq|ne|lt|le|gt|ge|like|in|null, value}`, at most 8 levels and 200 conditions; also only those with these `ids`, or that `bbox` intersects. Headers `paginate` (page size, 500 unless given) and `page` (from 1); `X-Total-Count` counts all. `orderby` takes what `field` does: numbers before text, what has none last. Without it the order is by type and id, and `after` (the id of an object) asks for the page that follows that object.',
  authorization: 'geometries.read',
  headers: z.extend(projectHeaders, {
    paginate: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LISTED))),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  }),
  body: z.object({
    ...objectsWhere,
    ...objectsOrder,
    after: z.optional(uuid),
  }),
  answer: z.array(geometryObject),
  timeout: TIMEOUT.files,
});

export const locateGeometry = defineCall({
  id: 'geometries.locate',
  method: 'POST',
  path: '/geometries/position',
  summary:
    'The place of an object in a list as of `research`, from 0, or null if it is not in it. Its page is the quotient by the page size, plus 1.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  body: z.object({ ...objectsWhere, ...objectsOrder, id: uuid }),
  answer: z.object({ row: z.nullable(z.int()) }),
  timeout: TIMEOUT.files,
});

/** Statistics of the numbers that objects have in one field. */
export const fieldSummary = z.object({
  /** All objects asked for: the sum of `numbers`, `empty` and `others`. */
  count: z.int(),
  /** Objects with a number. */
  numbers: z.int(),
  /** Objects without a value. */
  empty: z.int(),
  /** Objects whose value is not a number. */
  others: z.int(),
  /** Null without numbers, or where the result is too large for a number. */
  sum: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
});
export type FieldSummary = z.output<typeof fieldSummary>;

export const summarizeGeometries = defineCall({
  id: 'geometries.summarize',
  method: 'POST',
  path: '/geometries/summary',
  summary:
    'Sum, mean, least and greatest of the numbers that objects have in a field, and how many have none. `field`, `filter`, `ids` and `bbox` as of `research`.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  body: z.object({ ...objectsWhere, field: z.string().check(z.minLength(1), z.maxLength(140)) }),
  answer: fieldSummary,
  timeout: TIMEOUT.files,
});

/** Most objects of which those that intersect them are found at once. */
export const MAX_MEETS = 1000;

const typeNames = z.array(typeName).check(z.maxLength(1000));

export const selectGeometries = defineCall({
  id: 'geometries.select',
  method: 'POST',
  path: '/geometries/select',
  summary:
    'Ids of the objects of a project by object type: in a box or an area (`wholly`: entirely within, otherwise also those that intersect it), intersecting other objects (`meets`, without these), among given ones (`ids`), for which a filter as of `research` holds, and for which an `expression` as of rules and labels holds. All conditions given apply. More than 200,000 are counted, but not listed.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  body: z.object({
    bbox: z.optional(bbox),
    area: z.optional(geometry),
    /** Default: false. */
    wholly: z.optional(z.boolean()),
    meets: z.optional(z.array(uuid).check(z.maxLength(MAX_MEETS))),
    ids: objectsWhere.ids,
    filter: z.optional(researchFilter),
    /** An expression of core/expression that is a condition. */
    expression: z.optional(z.string().check(z.maxLength(MAX_FORMULA))),
    /** False: they are counted only. Default: true. */
    listed: z.optional(z.boolean()),
    typeNames: z.optional(typeNames),
    /** Not of these types. */
    excluded: z.optional(typeNames),
  }),
  answer: z.object({
    /** All of them, also when they are too many to be listed. */
    count: z.int(),
    types: z.array(z.object({ typeName: z.string(), count: z.int(), ids: z.array(uuid) })),
  }),
  timeout: TIMEOUT.files,
});
