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
  to: crsCode,
  /** The operation from WGS 84 to the target, and what it is computed with. */
  operation: z.string(),
  /** Metres; null if not stated. */
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
    'Converts a file that can be imported (a zipped shapefile, GeoJSON) to another reference system and format, without a project. The result of the job says how; its file is kept for a day.',
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
