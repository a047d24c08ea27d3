import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, name } from './common.ts';
import { EXPORT_FORMATS } from './export.ts';
import { importProblem } from './jobs.ts';
import { crsCode } from './projects.ts';

/** Result of the job that reprojects a file. */
export const reprojectionResult = z.object({
  name,
  size: z.int(),
  /** Objects written. */
  count: z.int(),
  from: z.string(),
  /** EPSG:4326 for formats whose standards require it. */
  to: crsCode,
  /** Datum shifts on the way through WGS 84, in order; none where both systems are on it. */
  steps: z.array(
    z.object({
      crs: z.string(),
      kind: z.enum(['identity', 'grid', 'parameters', 'ballpark']),
      /** In the EPSG register. */
      names: z.array(z.string()),
      /** Grids of the system in which some of the objects do not lie. */
      outside: z.optional(z.array(z.string())),
    }),
  ),
  /** Metres, that of all steps; null if one states none. */
  accuracy: z.nullable(z.number()),
  layer: z.string(),
  layers: z.array(z.string()),
  notes: z.array(z.string()),
  /** The first 1,000 problems of the file; all are counted. */
  problems: z.array(importProblem),
  problemCount: z.int(),
});
export type ReprojectionResult = z.output<typeof reprojectionResult>;

export const reprojectFile = defineCall({
  id: 'crs.reproject',
  method: 'POST',
  path: '/crs/reproject',
  summary:
    'Converts a file of any format that can be imported to another reference system and format, without a project. The result of the job says how; its file is kept for a day.',
  authorization: 'import',
  upload: true,
  body: z.object({
    to: crsCode,
    format: z.enum(EXPORT_FORMATS),
    /** The CRS of the file; without it, as the file says. */
    crs: z.optional(crsCode),
    encoding: z.optional(z.string().check(z.maxLength(40))),
    layer: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: accepted,
  timeout: TIMEOUT.uploads,
});

export const downloadReprojected = defineCall({
  id: 'crs.reprojected',
  method: 'GET',
  path: '/crs/reproject/:id',
  summary: 'The file of a finished job that reprojected one; for who requested it.',
  authorization: 'import',
  params: byId,
  timeout: TIMEOUT.exports,
});
