import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { uuid } from './common.ts';

/** Maximum number of places in the result of a search. */
export const MAX_PLACES = 5;

const degrees = (max: number) => z.number().check(z.minimum(-max), z.maximum(max));
const asDegrees = (max: number) => z.coerce.number().check(z.minimum(-max), z.maximum(max));

export const foundPlace = z.object({
  /**
   * `coordinates`: as typed; `object`: of the project; `place`: a town or village; `address`: from the configured
   * service.
   */
  kind: z.enum(['coordinates', 'object', 'place', 'address']),
  name: z.string(),
  /** Distinguishes it from others of the same name: province and country, the object type, the reference system. */
  context: z.string(),
  /** Longitude and latitude, degrees (WGS84). */
  position: z.tuple([degrees(180), degrees(90)]),
  /** West, south, east, north; null for a point. */
  extent: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  /** Where the result comes from: `typed`, `project`, `geonames`, or the host of the service. */
  source: z.string(),
  /** For an object of the project. */
  objectId: z.optional(uuid),
  typeName: z.optional(z.string()),
  /** For a reverse search: metres from the requested place. */
  distance: z.optional(z.number()),
});
export type FoundPlace = z.output<typeof foundPlace>;

const places = z.object({
  results: z.array(foundPlace),
  /** One sentence, set if the configured service did not respond and local results are shown instead. */
  notice: z.nullable(z.string()),
});
export type FoundPlaces = z.output<typeof places>;

/** Objects are searched in this project, if given. */
const headers = z.object({ projectid: z.optional(uuid) });

export const geocode = defineCall({
  id: 'geocoding.search',
  method: 'GET',
  path: '/geocoding/search',
  summary: 'Places by name, coordinates in any spelling, objects by the text of their attributes; up to 5.',
  authorization: 'geometries.read',
  headers,
  query: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  answer: places,
  timeout: 20_000,
});
export const reverseGeocode = defineCall({
  id: 'geocoding.reverse',
  method: 'GET',
  path: '/geocoding/reverse',
  summary:
    'What lies at or nearest to a place: an address of the named service, else the nearest town or village.',
  authorization: 'geometries.read',
  query: z.object({ lon: asDegrees(180), lat: asDegrees(90) }),
  answer: places,
  timeout: 20_000,
});
