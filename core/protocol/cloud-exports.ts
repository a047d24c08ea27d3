import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, like, name, uuid } from './common.ts';
import { cloudSelection } from './cloud-regions.ts';
import { crsCode } from './projects.ts';

export const exportPoints = defineCall({
  id: 'pointcloud.export',
  method: 'POST',
  path: '/pointcloud/:id/export',
  summary:
    'Writes points of one or more clouds of a project to one LAS or LAZ file, with every attribute, the edits of their classes, and in another CRS where one is named, in a job. The result is in the job; the file is downloaded as other exports.',
  authorization: 'export',
  params: byId,
  body: z.extend(cloudSelection, {
    /** Clouds to add to this one. */
    others: z.optional(z.array(uuid).check(z.maxLength(50))),
    format: z.enum(['las', 'laz']),
    /** Default: `1.4`. */
    version: z.optional(z.enum(['1.2', '1.4'])),
    /** `grid`: the first point in each cube of this side. `random`: this share of the points. Default: all points. */
    thin: z.optional(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('grid'), side: z.number().check(z.positive(), z.maximum(10_000)) }),
        z.object({ kind: z.literal('random'), share: z.number().check(z.positive(), z.maximum(1)) }),
      ]),
    ),
    /** Default: that of the first cloud. */
    crs: z.optional(crsCode),
    /** Vertical CRS of the heights; null: above the ellipsoid. Default: that of the first cloud. */
    verticalCrs: z.optional(z.nullable(like('EPSG:5703', /^EPSG:\d{4,6}$/))),
    name: z.optional(name),
  }),
  answer: accepted,
  timeout: TIMEOUT.exports,
});
