import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, listQuery, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { sha256 } from './files.ts';
import { accepted } from './jobs.ts';
import { crsCode } from './projects.ts';

/**
 * The vertical reference of the source heights of a terrain. Heights returned for a terrain are always above the
 * ellipsoid.
 */
export const heightsAbove = z.enum(['ellipsoid', 'egm96']);
export type HeightsAbove = z.output<typeof heightsAbove>;

/**
 * A terrain with heights, created from a digital elevation model: a pyramid of tiles (core/geodesy/height-tiles.ts).
 */
export const terrain = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  /** As uploaded; null if the terrain is external. */
  fileName: z.nullable(z.string()),
  /** Address of the layer.json of an external terrain; null if it was uploaded. */
  address: z.nullable(z.string()),
  heights: heightsAbove,
  /** CRS of the source, `EPSG:32632`; longitude, latitude and height if the terrain is external. */
  crs: z.string(),
  /** Ground distance between the heights of the source, metres. */
  resolution: z.number(),
  /** West, south, east, north, degrees. */
  extent: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Metres above the ellipsoid. */
  lowest: z.number(),
  highest: z.number(),
  /** Level of the finest tiles. */
  finest: z.int(),
  bytes: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
});
export type Terrain = z.output<typeof terrain>;

export const listTerrains = defineCall({
  id: 'terrain.list',
  method: 'GET',
  path: '/terrain',
  summary: 'The terrains of a project (header `projectid`), the oldest first unless asked otherwise.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  query: listQuery,
  answer: z.array(terrain),
});
export const uploadTerrain = defineCall({
  id: 'terrain.create',
  method: 'POST',
  path: '/terrain',
  summary:
    'Makes a terrain of a digital elevation model (GeoTIFF, COG), in a job whose result is the terrain. `crs` where the file names none; `heights` says what they are above where the file does not: `ellipsoid`, or `egm96` for heights above sea level.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  upload: true,
  body: z.object({
    name: z.optional(name),
    heights: z.optional(heightsAbove),
    crs: z.optional(crsCode),
    sha256,
  }),
  answer: accepted,
  timeout: TIMEOUT.files,
});
export const addTerrain = defineCall({
  id: 'terrain.add',
  method: 'POST',
  path: '/terrain/address',
  summary:
    'Adds a terrain of another server (quantized-mesh 1.0 in EPSG:4326) by the address of its layer.json. Its tiles are fetched by this server, from the public internet only and only from the folder of that address, and made into tiles of heights.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  body: z.object({
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    name: z.optional(name),
    /** Default: above the ellipsoid, as the format specifies. */
    heights: z.optional(heightsAbove),
  }),
  answer: terrain,
  timeout: TIMEOUT.files,
});
export const deleteTerrain = defineCall({
  id: 'terrain.delete',
  method: 'DELETE',
  path: '/terrain/:id',
  summary: 'Deletes a terrain.',
  authorization: 'files.write',
  params: byId,
});
const whole = (text: z.ZodMiniString) =>
  z.pipe(
    text,
    z.transform((digits) => Number(digits)),
  );
const digits = () => whole(like('12', /^\d{1,8}$/));
export const terrainTile = defineCall({
  id: 'terrain.tile',
  method: 'GET',
  path: '/terrain/:id/:z/:x/:y',
  summary:
    'One tile of heights in the scheme of web maps: 129 rows of 129 metres above the ellipsoid from the north-west corner, 32-bit floats, little-endian; NaN where there are none. 204 where the tile holds none at all.',
  authorization: 'geometries.read',
  params: z.object({ id: uuid, z: digits(), x: digits(), y: digits() }),
});
/** Maximum number of places per call. */
export const MAX_HEIGHTS = 10_000;
export const terrainHeights = defineCall({
  id: 'terrain.heights',
  method: 'POST',
  path: '/terrain/:id/heights',
  summary:
    'Heights of places ([longitude, latitude]) in metres above the ellipsoid, between the four finest heights around each; null outside the terrain and in its gaps.',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({
    places: z.array(z.tuple([longitude, latitude])).check(z.minLength(1), z.maxLength(MAX_HEIGHTS)),
  }),
  answer: z.object({ heights: z.array(z.nullable(z.number())) }),
  timeout: TIMEOUT.files,
});
