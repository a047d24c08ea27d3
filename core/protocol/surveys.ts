import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, listQuery, name, uuid } from './common.ts';

const instant = z.iso.datetime();

/** A track recorded during a survey. */
export const trackSummary = z.object({
  id: uuid,
  name: z.string(),
  fileName: z.string(),
  count: z.int(),
  /** null if its positions have no times. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** Its file does not say what its heights are above: they are taken as above the ellipsoid. */
  heightsAssumed: z.boolean(),
});
export type TrackSummary = z.output<typeof trackSummary>;

export const track = z.extend(trackSummary, {
  /**
   * [longitude, latitude, height|null, seconds since 1970|null, heading|null] of each position, in order; where the file
   * says so followed by its quality (as NMEA GGA counts: 1 autonomous, 2 differential, 4 fixed, 5 float), pitch and roll.
   */
  positions: z.array(
    z.tuple([
      z.number(),
      z.number(),
      z.nullable(z.number()),
      z.nullable(z.number()),
      z.nullable(z.number()),
      z.optional(z.nullable(z.number())),
      z.optional(z.nullable(z.number())),
      z.optional(z.nullable(z.number())),
    ]),
  ),
});
export type Track = z.output<typeof track>;

export const survey = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  description: z.string(),
  /** `2026-11-21`. */
  surveyedOn: z.nullable(z.string()),
  /** Minutes by which the cameras' clocks are ahead of UTC, for photos that do not record it themselves. */
  cameraOffset: z.nullable(z.int()),
  /** Seconds added to the time of every photo before it is placed along a track. */
  clockShift: z.number(),
  /** Who surveyed, and with what. */
  people: z.string(),
  instrument: z.string(),
  /** One standard deviation of the positions of its photos, metres, and of their directions, degrees; null: unknown. */
  positionAccuracy: z.nullable(z.number()),
  directionAccuracy: z.nullable(z.number()),
  /** Its contents, as far as the caller may see them. */
  panoramicCount: z.int(),
  /** Photos and other documents. */
  fileCount: z.int(),
  bimCount: z.int(),
  pointcloudCount: z.int(),
  tracks: z.array(trackSummary),
  version: z.int(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
});
export type Survey = z.output<typeof survey>;

const writable = {
  name,
  description: z.string().check(z.maxLength(5000)),
  surveyedOn: z.nullable(z.iso.date()),
  cameraOffset: z.nullable(z.int().check(z.minimum(-1440), z.maximum(1440))),
  clockShift: z.number().check(z.minimum(-86_400), z.maximum(86_400)),
  people: z.string().check(z.maxLength(500)),
  instrument: z.string().check(z.maxLength(500)),
  positionAccuracy: z.nullable(z.number().check(z.minimum(0.0001), z.maximum(1000))),
  directionAccuracy: z.nullable(z.number().check(z.minimum(0.0001), z.maximum(180))),
};

export const listSurveys = defineCall({
  id: 'surveys.list',
  method: 'GET',
  path: '/surveys',
  summary: 'Surveys of the projects the caller works on, or of the one in header `projectid`.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: listQuery,
  answer: z.array(survey),
});
export const getSurvey = defineCall({
  id: 'surveys.get',
  method: 'GET',
  path: '/surveys/:id',
  summary: 'One survey.',
  authorization: 'geometries.read',
  params: byId,
  answer: survey,
});
export const createSurvey = defineCall({
  id: 'surveys.create',
  method: 'POST',
  path: '/surveys',
  summary: 'Creates a survey in a project.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  body: z.extend(z.partial(z.object(writable)), { name }),
  answer: survey,
});
export const updateSurvey = defineCall({
  id: 'surveys.update',
  method: 'PUT',
  path: '/surveys/:id',
  summary:
    'Changes what is given of a survey; with another camera offset or shift of the clock its photos are placed anew.',
  authorization: 'files.write',
  params: byId,
  body: z.partial(z.object(writable)),
  answer: survey,
  versioned: true,
});
export const deleteSurvey = defineCall({
  id: 'surveys.delete',
  method: 'DELETE',
  path: '/surveys/:id',
  summary: 'Deletes a survey with its tracks, panoramics, photos and documents, models and point clouds.',
  authorization: 'files.write',
  params: byId,
  versioned: true,
});
export const listTracks = defineCall({
  id: 'surveys.tracks',
  method: 'GET',
  path: '/surveys/:id/tracks',
  summary: 'The tracks of a survey with all their positions.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(track),
  timeout: TIMEOUT.files,
});
export const uploadTracks = defineCall({
  id: 'surveys.uploadTracks',
  method: 'POST',
  path: '/surveys/:id/tracks',
  summary:
    'Adds the tracks of a GPX, GeoJSON, CSV, NMEA, Potree coordinates.txt or SBET file, and places the panoramics of the survey along them, by time or by the position they say themselves, and its photos without a position by time.',
  authorization: 'files.write',
  params: byId,
  upload: true,
  body: z.object({
    /** Maximum gap between two positions between which a photo is placed by time, seconds. Default: 10. */
    maxgap: z.optional(z.coerce.number().check(z.minimum(0.1), z.maximum(3600))),
    /** Maximum distance from a track at which a photo is placed by its position, metres. Default: 20. */
    maxdistance: z.optional(z.coerce.number().check(z.minimum(0.1), z.maximum(1000))),
    /** Of a CSV, JSON: the column (its name, or from 1 its number; empty: none) of each value. Default: by common names. */
    columns: z.optional(z.string().check(z.maxLength(4000))),
    /** Of a CSV with eastings and northings: `EPSG:<code>`. Default: degrees, WGS 84. */
    crs: z.optional(z.string().check(z.maxLength(20))),
    /** Of an SBET, whose times count from the beginning of a GPS week: a day of the survey. Default: its date. */
    day: z.optional(z.iso.date()),
  }),
  answer: z.object({
    tracks: z.array(trackSummary),
    /** Number of panoramics, and of photos without a position of their own, on a track; and those that are on none. */
    placed: z.int(),
    unplaced: z.array(z.object({ id: uuid, name: z.string(), reason: z.string() })),
  }),
  timeout: TIMEOUT.uploads,
});
export const deleteTrack = defineCall({
  id: 'surveys.deleteTrack',
  method: 'DELETE',
  path: '/surveys/:id/tracks/:trackId',
  summary: 'Deletes one track; panoramics and photos placed by it are placed anew.',
  authorization: 'files.write',
  params: z.object({ id: uuid, trackId: uuid }),
});
