import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, listQuery, uuid } from './common.ts';
import { contentFields, fileFields, photoFacts, place } from './files.ts';

const heading = z.number().check(z.minimum(0), z.maximum(360));
/** Which of two cameras, one mounted above the other, took it. */
const side = z.enum(['top', 'bottom']);

/** Pixels of the pyramid of a panorama. */
export const pyramidShape = z.object({
  /** Of the whole sphere on the finest level; it is half as high. */
  width: z.int(),
  /** Of a square tile. */
  tile: z.int(),
  /** Columns of the finest level, a power of two; each coarser level has half of them, the coarsest 4. */
  cols: z.int(),
  /** What the picture has of the sphere: left, top, width, height. */
  crop: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type PyramidShape = z.output<typeof pyramidShape>;
/** Made by a job after the upload; `version` is in the paths of its tiles. */
const pyramid = z.extend(pyramidShape, { version: z.int() });
export type Pyramid = z.output<typeof pyramid>;

/** Where the direction comes from. */
const headingFrom = z.enum(['person', 'gpano', 'exif', 'track', 'scan']);
/** Which north it counts from: magnetic where no declination is known, by which it would be turned to true north. */
const north = z.enum(['true', 'magnetic', 'unstated']);
const pose = {
  /** Direction of its middle, degrees clockwise from north. */
  heading: z.nullable(z.number()),
  /** Of its middle above the horizon, degrees. */
  pitch: z.number(),
  /** Of the camera about the direction of its middle, degrees clockwise as seen from behind. */
  roll: z.number(),
  headingFrom: z.nullable(headingFrom),
  north: z.nullable(north),
  /** By which a direction from magnetic north was turned to true north, degrees clockwise; missing or null where it was not. */
  declination: z.optional(z.nullable(z.number())),
};

export const panoramic = z.object({
  ...contentFields,
  surveyId: uuid,
  side: z.nullable(side),
  /** Where it was taken; null if not yet known. */
  position: z.nullable(place),
  ...pose,
  takenAt: z.nullable(z.iso.datetime()),
  /** Where its position comes from: a person, a track by time or by distance, its own EXIF, or the scan it was taken out of. */
  placedBy: z.nullable(z.enum(['person', 'track-time', 'track-position', 'exif', 'scan'])),
  /** Its track, and the index of its position on it (with a fraction between two positions). */
  trackId: z.nullable(uuid),
  trackAt: z.nullable(z.number()),
  photo: z.nullable(photoFacts),
  /** How many parts of it are blurred. */
  blurred: z.int(),
  /** Whether it can be viewed. While another picture is converted, the former pyramid is there. */
  state: z.enum(['queued', 'converting', 'ready', 'failed']),
  /** One sentence, when it failed. */
  error: z.nullable(z.string()),
  jobId: z.nullable(uuid),
  pyramid: z.nullable(pyramid),
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
  body: z.object({
    surveyid: uuid,
    side: z.optional(side),
    /** How the picture covers the sphere, where it does not say so itself. */
    layout: z.optional(z.enum(['equirectangular', 'cube'])),
    ...fileFields,
  }),
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
    z.object({
      position: z.nullable(place),
      heading: z.nullable(heading),
      pitch: z.number().check(z.minimum(-90), z.maximum(90)),
      roll: z.number().check(z.minimum(-180), z.maximum(180)),
      /** Of a heading that is changed; one from magnetic north is turned to true north by the declination. Default: true. */
      north: z.nullable(north),
      side: z.nullable(side),
    }),
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

/** As short as a map of very many needs it. */
export const panoramicPlace = z.object({
  id: uuid,
  name: z.string(),
  surveyId: uuid,
  position: place,
  ...pose,
  takenAt: z.nullable(z.iso.datetime()),
  placedBy: panoramic.shape.placedBy,
  trackId: z.nullable(uuid),
  trackAt: z.nullable(z.number()),
  pyramid: z.nullable(pyramid),
});
export type PanoramicPlace = z.output<typeof panoramicPlace>;

export const listPanoramicPlaces = defineCall({
  id: 'projects.panoramicPlaces',
  method: 'GET',
  path: '/projects/panoramics/:id/places',
  summary:
    'All panoramics of a project (the id) that have a place, in the order of their tracks: where they stand and look to, and their pyramids.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(panoramicPlace),
  timeout: TIMEOUT.files,
});
export const convertPanoramic = defineCall({
  id: 'panoramics.convert',
  method: 'POST',
  path: '/panoramics/:id/convert',
  summary: 'Makes the pyramid of a panoramic again, after a failure.',
  authorization: 'files.write',
  params: byId,
  answer: panoramic,
});
const version = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
export const panoramicBase = defineCall({
  id: 'panoramics.base',
  method: 'GET',
  path: '/panoramics/:id/pyramid/:version/base',
  summary: 'The whole sphere of a panoramic in one small picture (JPEG); it never changes.',
  authorization: 'geometries.read',
  params: z.object({ id: uuid, version }),
  timeout: TIMEOUT.files,
});
const index = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(64));
export const panoramicTile = defineCall({
  id: 'panoramics.tile',
  method: 'GET',
  path: '/panoramics/:id/pyramid/:version/:cols/:column/:row',
  summary:
    'One tile (JPEG) of the level of a panoramic that has `cols` columns; it never changes. 404 where the picture has nothing.',
  authorization: 'geometries.read',
  params: z.object({ id: uuid, version, cols: index, column: index, row: index }),
  timeout: TIMEOUT.files,
});
