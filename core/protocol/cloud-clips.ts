import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { cloudPoint } from './cloud-regions.ts';

const coordinate = z.number().check(z.minimum(-1e9), z.maximum(1e9));
const plan = z.tuple([coordinate, coordinate]);
const size = z.number().check(z.positive(), z.maximum(1e7));
const degrees = z.number().check(z.minimum(-360), z.maximum(360));
const each = { id: uuid, name, isOn: z.boolean() };

/** A clip of the views of a point cloud, in the CRS in which it is viewed. */
export const storedClip = z.discriminatedUnion('kind', [
  z.object({
    ...each,
    kind: z.literal('box'),
    center: cloudPoint,
    /** Full lengths along its own axes. */
    size: z.tuple([size, size, size]),
    /** About the vertical, counter-clockwise; then about its own east axis, and its own north axis. */
    turn: z.tuple([degrees, degrees, degrees]),
  }),
  z.object({
    ...each,
    kind: z.literal('polygon'),
    ring: z.array(plan).check(z.minLength(3), z.maxLength(128)),
    /** Without them it has all heights. */
    heights: z.optional(plan),
  }),
  z.object({ ...each, kind: z.literal('slab'), from: plan, to: plan, width: size }),
]);
export type StoredClip = z.output<typeof storedClip>;

/** Most clips of a cloud. */
export const MAX_CLIPS = 100;

/** The clips of a cloud, and what becomes of the points in those that are on. */
export const cloudClips = z.object({
  clips: z.array(storedClip).check(z.maxLength(MAX_CLIPS)),
  mode: z.enum(['inside', 'outside', 'highlight']),
});
export type CloudClips = z.output<typeof cloudClips>;

/** 0 before the first. */
const answer = z.extend(cloudClips, { version: z.int() });

export const getCloudClips = defineCall({
  id: 'pointcloud.clips',
  method: 'GET',
  path: '/pointcloud/:id/clips',
  summary: 'The clips of a point cloud, for everybody who may see it; version 0 before the first.',
  authorization: 'pointcloud.read',
  params: byId,
  answer,
});
export const putCloudClips = defineCall({
  id: 'pointcloud.setClips',
  method: 'PUT',
  path: '/pointcloud/:id/clips',
  summary: 'Keeps other clips of a point cloud, all at once.',
  authorization: 'pointcloud.write',
  params: byId,
  body: cloudClips,
  answer,
  versioned: true,
});
