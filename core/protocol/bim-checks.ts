import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, name, uuid } from './common.ts';
import { idsReport } from './bim-ids.ts';
import { job } from './jobs.ts';

/** Characters of an IDS. */
export const MAX_IDS = 8_000_000;
const metres = (most: number) => z.number().check(z.minimum(0), z.maximum(most));

/** Objects of the map of one type. */
const objectsOf = z.object({ typeName: z.string().check(z.minLength(1), z.maxLength(255)) });

/** What is checked on a model, and how. */
export const bimCheckInput = z.discriminatedUnion('kind', [
  /** Against the specifications of an IDS 1.0, as XML. */
  z.object({ kind: z.literal('ids'), name, ids: z.string().check(z.minLength(1), z.maxLength(MAX_IDS)) }),
  /** Quantities that the file declares, beside those of its triangles. */
  z.object({ kind: z.literal('quantities'), name }),
  z.object({
    kind: z.literal('clash'),
    name,
    /** The other model, or the same; or the objects of a type that were surveyed with heights. */
    with: z.union([uuid, objectsOf]),
    /** Metres that elements may lie in each other. */
    tolerance: metres(1),
    /** Metres that must be free between elements; 0: they only must not lie in each other. */
    clearance: metres(10),
  }),
  /** How far surveyed points are from the nearest element. */
  z.object({
    kind: z.literal('deviation'),
    name,
    /** A point cloud, or the objects of a type: their vertices. */
    of: z.union([z.object({ cloudId: uuid }), objectsOf]),
    /** Metres within which points agree with the model. */
    tolerance: z.number().check(z.minimum(0.0001), z.maximum(1)),
    /** Points farther from every element belong to none, metres. */
    reach: z.number().check(z.minimum(0.001), z.maximum(5)),
    /** Points that are compared at most; a cloud gives them evenly, from coarse to fine. */
    points: z.int().check(z.minimum(1000), z.maximum(5_000_000)),
  }),
]);
export type BimCheckInput = z.output<typeof bimCheckInput>;
export type BimCheckKind = BimCheckInput['kind'];

const element = { globalId: z.string(), class: z.string(), name: z.nullable(z.string()) };
const place = z.tuple([z.number(), z.number(), z.number()]);

/** SI: m, m², m³; null: not declared, or not to be had from the triangles. */
const quantity = z.object({ declared: z.nullable(z.number()), computed: z.nullable(z.number()) });
export const bimQuantityRow = z.object({
  ...element,
  type: z.nullable(z.string()),
  storey: z.nullable(z.string()),
  material: z.nullable(z.string()),
  /** Declared: NetVolume, else GrossVolume. Computed only of closed shapes. */
  volume: quantity,
  /** Of the faces that look up; declared: NetArea, NetFloorArea, else the gross ones. */
  floorArea: quantity,
  /** Of the upright faces that look where most of them do, one side of a wall; declared: NetSideArea, else GrossSideArea. */
  sideArea: quantity,
  /** Of all faces, m². */
  surface: z.nullable(z.number()),
  /** Whether every edge of its triangles has two of them. */
  isClosed: z.boolean(),
});
export type BimQuantityRow = z.output<typeof bimQuantityRow>;
export const bimQuantities = z.object({
  rows: z.array(bimQuantityRow),
  /** Whether elements are left out. */
  isCut: z.boolean(),
});
export type BimQuantities = z.output<typeof bimQuantities>;

export const bimClash = z.object({
  a: z.object(element),
  b: z.object(element),
  /** Metres: negative is how deep they lie in each other at most, positive how far they are apart. */
  distance: z.number(),
  /** In the axes of the file of the first model, metres. */
  at: place,
});
export type BimClash = z.output<typeof bimClash>;
/**
 * Only one of both says what its heights are above: metres by which they are apart there if those of the other are above
 * sea level, or above the ellipsoid; null: both say it, or neither. Absent in checks of earlier versions.
 */
const heightsApart = z.optional(z.nullable(z.number()));

export const bimClashes = z.object({
  /** The other model; null: surveyed objects, whose ids are in the place of GlobalIds. */
  withId: z.nullable(uuid),
  withName: z.string(),
  clashes: z.array(bimClash),
  /** Pairs whose boxes were near enough to compare. */
  pairs: z.int(),
  heightsApart,
  /** Whether a limit of time or number ended the search. */
  isCut: z.boolean(),
});
export type BimClashes = z.output<typeof bimClashes>;

/** Metres; positive is outside of the element. */
const statistics = {
  count: z.int(),
  mean: z.number(),
  sigma: z.number(),
  min: z.number(),
  max: z.number(),
  /** Share of the points within the tolerance. */
  within: z.number(),
};
export const bimDeviationRow = z.object({ ...element, ...statistics });
export type BimDeviationRow = z.output<typeof bimDeviationRow>;
/** A surveyed vertex beside the nearest place of the nearest element. */
export const bimSurveyed = z.object({
  objectId: uuid,
  /** Of the element. */
  ...element,
  /** Metres; positive is outside. */
  distance: z.number(),
  /** From the element to the vertex in the axes of the file, metres. */
  delta: place,
  /** The vertex, in the axes of the file, metres. */
  at: place,
});
export type BimSurveyed = z.output<typeof bimSurveyed>;
export const bimDeviations = z.object({
  /** null: objects were compared. */
  cloudId: z.nullable(uuid),
  /** Of the cloud, or of the type of the objects. */
  cloudName: z.string(),
  tolerance: z.number(),
  reach: z.number(),
  rows: z.array(bimDeviationRow),
  all: z.nullable(z.object(statistics)),
  /** Equal steps from `-reach` to `reach`. */
  histogram: z.array(z.int()),
  /** Points that were compared; those within reach are in `all`. */
  points: z.int(),
  /**
   * Some of the points within reach, for a picture: 32-bit floats in base 64, four each: x, y, z from `origin` in the axes of
   * the file, and the deviation; metres.
   */
  sample: z.object({ origin: place, count: z.int(), floats: z.string() }),
  /** Of objects: each vertex within reach, the farthest first, at most 5,000. */
  surveyed: z.array(bimSurveyed),
  heightsApart,
  /** Whether a limit of time or number ended the comparison: not every point was compared. */
  isCut: z.boolean(),
});
export type BimDeviations = z.output<typeof bimDeviations>;

export const bimCheckResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), report: idsReport }),
  z.object({ kind: z.literal('quantities'), report: bimQuantities }),
  z.object({ kind: z.literal('clash'), report: bimClashes }),
  z.object({ kind: z.literal('deviation'), report: bimDeviations }),
]);
export type BimCheckResult = z.output<typeof bimCheckResult>;

const listed = {
  id: uuid,
  modelId: uuid,
  kind: z.enum(['ids', 'quantities', 'clash', 'deviation']),
  name: z.string(),
  /** The content of the model that was checked. */
  content: z.int(),
  state: job.shape.state,
  jobId: z.nullable(uuid),
  error: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
};
export const bimCheck = z.object(listed);
export type BimCheck = z.output<typeof bimCheck>;
/** Maximum number per model; an older one must be deleted first. */
export const MAX_BIM_CHECKS = 200;

export const listBimChecks = defineCall({
  id: 'bimChecks.list',
  method: 'GET',
  path: '/bim/:id/checks',
  summary: 'The checks of a model, newest first: IDS, quantities, clash, deviation.',
  authorization: 'bim.read',
  params: byId,
  answer: z.array(bimCheck),
});
export const startBimCheck = defineCall({
  id: 'bimChecks.create',
  method: 'POST',
  path: '/bim/:id/checks',
  summary:
    'Checks a model in a job: against an IDS, its quantities, clashes with a model or with surveyed objects, deviation of surveyed points.',
  authorization: 'bim.comment',
  params: byId,
  body: bimCheckInput,
  answer: z.extend(accepted, { id: uuid }),
  timeout: TIMEOUT.files,
});
const ofCheck = z.object({ id: uuid, checkId: uuid });
export const getBimCheck = defineCall({
  id: 'bimChecks.get',
  method: 'GET',
  path: '/bim/:id/checks/:checkId',
  summary: 'One check with its result; `result` is null until it is done.',
  authorization: 'bim.read',
  params: ofCheck,
  answer: z.object({ ...listed, result: z.nullable(bimCheckResult) }),
  timeout: TIMEOUT.files,
});
export const bimCheckReport = defineCall({
  id: 'bimChecks.report',
  method: 'GET',
  path: '/bim/:id/checks/:checkId/report',
  summary:
    'The result of a check as PDF, CSV or XLSX; what an IDS, a search for clashes or a deviation has found also as BCF 2.1.',
  authorization: 'bim.read',
  params: ofCheck,
  query: z.object({ format: z.enum(['pdf', 'csv', 'xlsx', 'bcf']) }),
  timeout: TIMEOUT.files,
});
export const deleteBimCheck = defineCall({
  id: 'bimChecks.delete',
  method: 'DELETE',
  path: '/bim/:id/checks/:checkId',
  summary: 'Deletes a check with its result; one that runs is cancelled.',
  authorization: 'bim.comment',
  params: ofCheck,
});
