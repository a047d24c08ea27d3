import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, listQuery, uuid } from './common.ts';
import { contentFields, fileFields, photoFacts, place } from './files.ts';

const heading = z.number().check(z.minimum(0), z.maximum(360));
/** Which of two cameras, one mounted above the other, took it. */
const side = z.enum(['top', 'bottom']);

export const panoramic = z.object({
  ...contentFields,
  surveyId: uuid,
  side: z.nullable(side),
  /** Where it was taken; null if not yet known. */
  position: z.nullable(place),
  /** Direction of its middle, degrees clockwise from true north. */
  heading: z.nullable(z.number()),
  takenAt: z.nullable(z.iso.datetime()),
  /** Where its position comes from: a person, a track by time or by distance, or its own EXIF. */
  placedBy: z.nullable(z.enum(['person', 'track-time', 'track-position', 'exif'])),
  /** Its track, and the index of its position on it (with a fraction between two positions). */
  trackId: z.nullable(uuid),
  trackAt: z.nullable(z.number()),
  photo: z.nullable(photoFacts),
});
export type Panoramic = z.output<typeof panoramic>;

export const listPanoramics = defineCall({
  id: 'projects.panoramics',
  method: 'GET',
  path: '/projects/panoramics/:id',
  summary: 'Panoramics of a project (the id), or of one survey of it, in the order of their tracks.',
  authorization: 'geometries.read',
  params: byId,
  query: z.extend(listQuery, { surveyid: z.optional(uuid) }),
  answer: z.array(panoramic),
});
export const getPanoramic = defineCall({
  id: 'panoramics.get',
  method: 'GET',
  path: '/panoramics/:id',
  summary: 'One panoramic: where it stands, where it looks to, when it was taken.',
  authorization: 'geometries.read',
  params: byId,
  answer: panoramic,
});
export const downloadPanoramic = defineCall({
  id: 'panoramics.file',
  method: 'GET',
  path: '/panoramics/file/:id',
  summary: 'The picture; takes Range, If-Range and If-None-Match.',
  authorization: 'geometries.read',
  params: byId,
  timeout: TIMEOUT.files,
});
export const uploadPanoramic = defineCall({
  id: 'panoramics.create',
  method: 'POST',
  path: '/panoramics',
  summary: 'Adds a panoramic to a survey; it is placed along the tracks that are there.',
  authorization: 'files.write',
  upload: true,
  body: z.object({ surveyid: uuid, side: z.optional(side), ...fileFields }),
  answer: panoramic,
  timeout: TIMEOUT.files,
});
export const updatePanoramic = defineCall({
  id: 'panoramics.update',
  method: 'PUT',
  path: '/panoramics/:id',
  summary: 'Places or turns a panoramic by hand; `position: null` leaves it to tracks and EXIF again.',
  authorization: 'files.write',
  params: byId,
  body: z.partial(
    z.object({ position: z.nullable(place), heading: z.nullable(heading), side: z.nullable(side) }),
  ),
  answer: panoramic,
  versioned: true,
});
export const deletePanoramic = defineCall({
  id: 'panoramics.delete',
  method: 'DELETE',
  path: '/panoramics/:id',
  summary: 'Deletes a panoramic.',
  authorization: 'files.write',
  params: byId,
  versioned: true,
});
