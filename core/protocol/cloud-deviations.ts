import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { cloudDeviation, deviationRequest } from './cloud-measures.ts';
import { cloudSource } from './cloud-regions.ts';
import { pointsIn } from './georeference.ts';

/** Most comparisons that are kept of a cloud. */
export const MAX_KEPT_DEVIATIONS = 200;

/** A comparison of two clouds that was kept: what was found then, whatever becomes of the clouds. */
const keptDeviation = z.object({
  id: uuid,
  /** The cloud whose points were compared. */
  pointcloudId: uuid,
  name,
  /** Names of the clouds at that time: the one compared, and the one whose surface was measured from. */
  cloudName: z.string(),
  otherName: z.string(),
  source: cloudSource,
  other: cloudSource,
  /** Metres per unit of the lengths of `most`, `tolerance` and `deviation`. */
  unit: z.number(),
  most: z.number(),
  tolerance: z.nullable(z.number()),
  deviation: cloudDeviation,
  createdAt: z.iso.datetime(),
  /** Null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
});
export type KeptDeviation = z.output<typeof keptDeviation>;

export const listKeptDeviations = defineCall({
  id: 'pointcloud.keptDeviations',
  method: 'GET',
  path: '/pointcloud/:id/deviations',
  summary: 'The comparisons of a point cloud with others that were kept, newest first.',
  authorization: 'pointcloud.read',
  params: byId,
  answer: z.array(keptDeviation),
});
export const keepDeviation = defineCall({
  id: 'pointcloud.keepDeviation',
  method: 'POST',
  path: '/pointcloud/:id/deviations',
  summary: 'Compares a point cloud with another, as the measure `deviation` does, and keeps the result.',
  authorization: 'pointcloud.write',
  params: byId,
  query: pointsIn,
  body: z.extend(z.omit(deviationRequest, { sample: true }), { name }),
  answer: keptDeviation,
  timeout: TIMEOUT.files,
});
export const deleteKeptDeviation = defineCall({
  id: 'pointcloud.deleteKeptDeviation',
  method: 'DELETE',
  path: '/pointcloud/:id/deviations/:deviation',
  summary: 'Deletes a comparison that was kept.',
  authorization: 'pointcloud.write',
  params: z.extend(byId, { deviation: uuid }),
});
