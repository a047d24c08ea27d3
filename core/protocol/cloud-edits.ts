import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { pointsIn } from './georeference.ts';
import { accepted, byId, like } from './common.ts';
import { cloudSelection } from './cloud-regions.ts';

const pointClass = z.int().check(z.minimum(0), z.maximum(255));
const version = z.int().check(z.minimum(0));

const length = z.number().check(z.positive(), z.maximum(1000));

/** What is looked for among points, and how; lengths are in the unit of the cloud's CRS. */
export const cloudFinding = z.discriminatedUnion('find', [
  /** A simple morphological filter (SMRF) on the lowest last returns. What was ground and is not found becomes class 1. */
  z.object({
    find: z.literal('ground'),
    /** Side of the cells whose lowest points are looked at. */
    cell: length,
    /** Width of the largest object that stands on the ground. */
    window: length,
    /** Rise of the steepest ground over a length of 1. */
    slope: z.number().check(z.minimum(0), z.maximum(10)),
    /** How far from the surface of the ground its points may be. */
    threshold: length,
  }),
  /** Isolated points: with fewer than `fewest` others within `radius`. */
  z.object({
    find: z.literal('noise'),
    radius: length,
    fewest: z.int().check(z.minimum(1), z.maximum(1000)),
  }),
  /**
   * Points whose mean distance to their nearest neighbours is more than so many standard deviations above that of all.
   */
  z.object({
    find: z.literal('outliers'),
    neighbours: z.int().check(z.minimum(1), z.maximum(100)),
    deviations: z.number().check(z.minimum(0.1), z.maximum(100)),
  }),
  /** Points from `min` to below `max` above the points of class 2, whose mean heights in cells are interpolated. */
  z.object({
    find: z.literal('height'),
    min: z.number().check(z.minimum(-1000), z.maximum(10_000)),
    max: z.optional(z.number().check(z.minimum(-1000), z.maximum(10_000))),
    cell: length,
  }),
]);
export type CloudFinding = z.output<typeof cloudFinding>;

/** One transaction on the classes of a cloud's points. */
export const cloudEdit = z.object({
  /** 1 for the first edit of the cloud's file; undoing is an edit, too. */
  version: z.int(),
  kind: z.enum(['classify', 'ground', 'noise', 'outliers', 'height', 'undo', 'restore']),
  /** Classes of which points were taken; null: all. */
  from: z.nullable(z.array(pointClass)),
  /** Null where an edit gives several classes, or none of its own. */
  to: z.nullable(pointClass),
  /** Of what a job has found: how it was looked for. */
  finding: z.nullable(cloudFinding),
  /** Number of points whose class was changed. */
  points: z.int(),
  /** The version that undoing or restoring went back to. */
  restored: z.nullable(z.int()),
  /** Part of the present state; false when undone. */
  current: z.boolean(),
  at: z.iso.datetime(),
  by: z.string(),
});
export type CloudEdit = z.output<typeof cloudEdit>;

export const classifyPoints = defineCall({
  id: 'pointcloud.classify',
  method: 'POST',
  path: '/pointcloud/:id/classes',
  summary:
    'Gives the points inside regions another class, in one transaction; `classes` limits it to points of these classes. `edits` is the version the person has seen: 409 when others have changed classes since.',
  authorization: 'pointcloud.classify',
  params: byId,
  query: pointsIn,
  body: z.extend(cloudSelection, { to: pointClass, edits: z.optional(version) }),
  answer: cloudEdit,
  timeout: TIMEOUT.files,
});
export const findClasses = defineCall({
  id: 'pointcloud.findClasses',
  method: 'POST',
  path: '/pointcloud/:id/classes/find',
  summary:
    'Finds ground, noise, outliers or points by their height above ground in a job, and gives them a class in one transaction, which is undone and restored as others. The result of the job is that edit. Without `classes` ground is looked for among all points but noise (7, 18).',
  authorization: 'pointcloud.classify',
  params: byId,
  query: pointsIn,
  body: z.extend(cloudSelection, { finding: cloudFinding, to: pointClass }),
  answer: accepted,
});
export const listCloudEdits = defineCall({
  id: 'pointcloud.edits',
  method: 'GET',
  path: '/pointcloud/:id/classes',
  summary: 'The edits of the classes of a cloud, newest first, with who and when.',
  authorization: 'pointcloud.read',
  params: byId,
  answer: z.object({ version, edits: z.array(cloudEdit) }),
});
export const undoCloudEdit = defineCall({
  id: 'pointcloud.undoEdit',
  method: 'POST',
  path: '/pointcloud/:id/classes/undo',
  summary: 'Undoes the last edit that is part of the present state. 422 when there is none.',
  authorization: 'pointcloud.classify',
  params: byId,
  answer: cloudEdit,
});
export const restoreCloudEdit = defineCall({
  id: 'pointcloud.restoreEdit',
  method: 'POST',
  path: '/pointcloud/:id/classes/restore',
  summary: 'Makes the classes those of an earlier version; 0 is the file as it came.',
  authorization: 'pointcloud.classify',
  params: byId,
  body: z.object({ version }),
  answer: cloudEdit,
});

const whole = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e9));
/** `r024` in an octree, `3-1-0-2` (level, x, y, z) in a COPC file. */
export const cloudNode = like('r024', /^(r[0-7]{0,30}|\d{1,2}(-\d{1,9}){3})$/);

export const listEditedNodes = defineCall({
  id: 'pointcloud.editedNodes',
  method: 'GET',
  path: '/pointcloud/:id/classes/:version',
  summary:
    'The nodes whose classes differ from the file at a version, each with the version that last changed it: their classes are at `…/classes/{that version}/{node}` for good.',
  authorization: 'pointcloud.read',
  link: true,
  params: z.extend(byId, { version: whole }),
  answer: z.object({ version, nodes: z.record(z.string(), version) }),
});
export const editedNodeClasses = defineCall({
  id: 'pointcloud.nodeClasses',
  method: 'GET',
  path: '/pointcloud/:id/classes/:version/:node',
  summary: 'The classes of all points of an edited node, one byte each, in the order of the file.',
  authorization: 'pointcloud.read',
  link: true,
  params: z.extend(byId, { version: whole, node: cloudNode }),
});
