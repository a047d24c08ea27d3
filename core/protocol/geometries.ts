import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, projectHeaders, uuid } from './common.ts';
import { place } from './files.ts';
import { geometry } from './geometry.ts';

export const properties = z.record(z.string().check(z.maxLength(120)), z.unknown());
export type Properties = z.output<typeof properties>;

export const transactionKind = z.enum(['create', 'update', 'delete', 'import', 'split', 'undo', 'restore']);
export type TransactionKind = z.output<typeof transactionKind>;

export const transactionSummary = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: transactionKind,
});
export type TransactionSummary = z.output<typeof transactionSummary>;

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
});
export type GeometryObject = z.output<typeof geometryObject>;

const typeName = z.string().check(z.minLength(1), z.maxLength(120));
const writable = {
  location: geometry,
  properties: z.optional(properties),
  typeName,
  relatesTo: z.optional(z.array(uuid).check(z.maxLength(1000))),
};

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
 * `measures.length`, `measures.perimeter`, or the name of an attribute (also as `properties.<name>`). Measures are
 * geodesic, in metres and square metres; points have none, lines only a length, areas no length.
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

export const researchGeometries = defineCall({
  id: 'geometries.research',
  method: 'POST',
  path: '/geometries/research',
  summary:
    'A page of the objects that a filter holds for: `{and|or: […]}` of `{field, op: eq|ne|lt|le|gt|ge|like|in|null, value}`, at most 8 levels and 200 conditions. Headers `paginate` (page size, 500 unless given) and `page` (from 1); `X-Total-Count` counts all. `orderby` takes what `field` does: numbers before text, what has none last.',
  authorization: 'geometries.read',
  headers: z.extend(projectHeaders, {
    paginate: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LISTED))),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  }),
  body: z.object({
    /** Validated by the server, condition by condition; without a filter all objects match. */
    filter: z.optional(z.custom<ResearchFilter>((value) => typeof value === 'object' && value !== null)),
    orderby: z.optional(z.string().check(z.minLength(1), z.maxLength(140))),
    order: z.optional(z.enum(['asc', 'desc'])),
  }),
  answer: z.array(geometryObject),
  timeout: TIMEOUT.files,
});

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
});
export type Change = z.output<typeof change>;

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

export const listTransactions = defineCall({
  id: 'geometries.transactions',
  method: 'GET',
  path: '/geometries/:id/transactions',
  summary: "An object's history, newest first, with the object before and after each change.",
  authorization: 'geometries.read',
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
  params: byId,
  answer: geometryObject,
});
export const restoreGeometry = defineCall({
  id: 'geometries.restoreAt',
  method: 'POST',
  path: '/geometries/restoreat/:id',
  summary: 'Makes an object what it was after one of its transactions; itself a transaction.',
  authorization: 'geometries.restore',
  params: byId,
  body: z.object({ transaction_id: z.string() }),
  answer: geometryObject,
});
