import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, uuid } from './common.ts';
import { fileRecord } from './files.ts';
import { panoramic } from './panoramics.ts';

/** Most regions of one picture, and corners of each. */
export const BLUR = { regions: 200, corners: 200 } as const;
/** Of a sphere, a region that crosses the edge of the picture goes on beyond it. */
const part = z.number().check(z.minimum(-1), z.maximum(2));
/**
 * What is blurred of a picture: corners as parts of its width from the left and of its height from the top. Of a photo, of
 * the upright picture; of a panorama, of the whole sphere.
 */
export const blurRegion = z
  .array(z.tuple([part, z.number().check(z.minimum(0), z.maximum(1))]))
  .check(z.minLength(3), z.maxLength(BLUR.corners));
export type BlurRegion = z.output<typeof blurRegion>;
const regions = z.array(blurRegion).check(z.maxLength(BLUR.regions));

export const readBlur = defineCall({
  id: 'files.readBlur',
  method: 'GET',
  path: '/files/blur/:id',
  summary: 'The regions of a photo, a panorama or a picture of a point cloud that are blurred.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.object({
    id: uuid,
    version: z.int(),
    regions,
    /** Whether this server can look for faces and plates itself. */
    hasFinder: z.boolean(),
  }),
});
const SUMMARY =
  'Every other call then sends only the blurred picture, without its metadata. Regions can be added; to change or remove some needs `files.original`, and so does the original.';
export const blurFile = defineCall({
  id: 'files.blur',
  method: 'PUT',
  path: '/files/blur/:id',
  summary: `Blurs regions of a photo for good. ${SUMMARY}`,
  authorization: 'files.write',
  params: byId,
  body: z.object({ regions }),
  answer: fileRecord,
  versioned: true,
  timeout: TIMEOUT.files,
});
export const blurPanoramic = defineCall({
  id: 'panoramics.blur',
  method: 'PATCH',
  path: '/panoramics/:id/blur',
  summary: `Blurs regions of a panoramic; its pyramid is made again. ${SUMMARY}`,
  authorization: 'files.write',
  params: byId,
  body: z.object({ regions }),
  answer: panoramic,
  versioned: true,
  timeout: TIMEOUT.files,
});
/** What may have to be blurred, the surest first: nothing is blurred by it. */
const foundRegions = z.object({
  found: z.array(z.object({ what: z.enum(['face', 'plate']), confidence: z.number(), region: blurRegion })),
  /** How many there were, where there are more than can be blurred. */
  total: z.int(),
  /** Of the finder, as it says. */
  model: z.nullable(z.string()),
});
export type FoundRegions = z.output<typeof foundRegions>;
export const findInFile = defineCall({
  id: 'files.findFaces',
  method: 'POST',
  path: '/files/blur/:id/find',
  summary:
    'Looks for faces and number plates in a photo, with the finder of the operator; nothing is blurred by it.',
  authorization: 'files.write',
  params: byId,
  answer: foundRegions,
  timeout: TIMEOUT.files,
});
export const findInPanoramic = defineCall({
  id: 'panoramics.findFaces',
  method: 'POST',
  path: '/panoramics/:id/blur/find',
  summary:
    'Looks for faces and number plates in a panoramic, with the finder of the operator; nothing is blurred by it.',
  authorization: 'files.write',
  params: byId,
  answer: foundRegions,
  timeout: TIMEOUT.files,
});
export const downloadOriginal = defineCall({
  id: 'files.original',
  method: 'GET',
  path: '/files/original/:id',
  summary: 'A photo or panoramic as it was uploaded, before regions of it were blurred.',
  authorization: 'files.original',
  params: byId,
  timeout: TIMEOUT.files,
});
