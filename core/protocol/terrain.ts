import * as z from 'zod/mini';
import { defineCall, TIMEOUT, type AnswerOf } from './call.ts';
import { accepted, byId, like, listQuery, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { sha256 } from './files.ts';
import { crsCode } from './projects.ts';

/**
 * The vertical reference of the source heights of a terrain. Heights returned for a terrain are always above the
 * ellipsoid.
 */
export const heightsAbove = z.enum(['ellipsoid', 'egm96']);
export type HeightsAbove = z.output<typeof heightsAbove>;
/** Units of the heights in a file: the international foot and the US survey foot differ by 2 parts in a million. */
export const heightUnit = z.enum(['metre', 'foot', 'us-foot']);
export type HeightUnit = z.output<typeof heightUnit>;

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
  /** Unit of the heights in the file; null if it was not recorded. Heights returned are in metres. */
  unit: z.nullable(heightUnit),
  /** `assumed`: neither the file nor a person named the unit, so that it was taken as metres. */
  unitFrom: z.nullable(z.enum(['file', 'person', 'assumed'])),
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
    'Makes a terrain of a digital elevation model (GeoTIFF, COG), in a job whose result is the terrain. `crs` where the file names none; `heights` says what they are above where the file does not: `ellipsoid`, or `egm96` for heights above sea level. `unit` overrides the unit that the band, the keys or the vertical system of the file name.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  upload: true,
  body: z.object({
    name: z.optional(name),
    heights: z.optional(heightsAbove),
    unit: z.optional(heightUnit),
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
export const changeTerrainUnit = defineCall({
  id: 'terrain.unit',
  method: 'POST',
  path: '/terrain/:id/unit',
  summary:
    'Reads the heights of an uploaded terrain again in another unit, in a job whose result is the terrain. It gets a new id, because an id stands for tiles that never change. 422 for terrains of other servers, and where the model was not kept.',
  authorization: 'files.write',
  params: byId,
  body: z.object({ unit: heightUnit }),
  answer: accepted,
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

/** Maximum number of vertices of an outline. */
export const MAX_OUTLINE = 10_000;
const heightAbove = z.number().check(z.minimum(-20_000), z.maximum(100_000));
const flatPlace = z.tuple([longitude, latitude]);
/**
 * The base of a volume: another terrain of the project, or a plane through a place. `east` and `north`: the slope of
 * the plane in metres per metre; both 0 for a level plane.
 */
export const volumeBase = z.union([
  z.object({
    at: z.tuple([longitude, latitude, heightAbove]),
    east: z.number().check(z.minimum(-1000), z.maximum(1000)),
    north: z.number().check(z.minimum(-1000), z.maximum(1000)),
  }),
  z.object({ terrain: uuid }),
]);
export type VolumeBase = z.output<typeof volumeBase>;
/** Cells of the uploaded model, or of the finest tiles where the model was not kept, or is on another server. */
const cellsOf = z.enum(['model', 'tiles']);
export const terrainVolume = defineCall({
  id: 'terrain.volume',
  method: 'POST',
  path: '/terrain/:id/volume',
  summary:
    'The volume between a terrain and a base within an outline (rings of [longitude, latitude], the outer one first, edges geodesic), summed over every cell. A cell has its height all over; those that the outline cuts count with the part within it, and those that the base passes through are divided along it. Areas are those on the ellipsoid. `base`: a plane in metres above the ellipsoid through `at`, rising `east` and `north` metres per metre, or another terrain. `missing` is the share of the area without heights, which the volumes leave out. `uncertainty` (m³) is the root of the sum of squares of what the slope of the ground within each cut cell may add; it does not include the accuracy of the heights.',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({
    outline: z
      .array(z.array(flatPlace).check(z.minLength(3), z.maxLength(MAX_OUTLINE)))
      .check(z.minLength(1), z.maxLength(100)),
    base: volumeBase,
  }),
  answer: z.object({
    /** Cubic metres: `above` less `below`. */
    net: z.number(),
    above: z.number(),
    below: z.number(),
    uncertainty: z.number(),
    /** Square metres within the outline, and of the surface of the terrain where it has heights. */
    area: z.number(),
    surfaceArea: z.number(),
    missing: z.number(),
    /** Number of cells, and their size: the side of a square, metres. */
    cells: z.int(),
    cell: z.number(),
    cellsOf,
  }),
  timeout: TIMEOUT.files,
});
export type TerrainVolume = AnswerOf<typeof terrainVolume>;

const overAll = z.nullable(z.number());
export const terrainProfile = defineCall({
  id: 'terrain.profile',
  method: 'POST',
  path: '/terrain/:id/profile',
  summary:
    'The ground along a line of [longitude, latitude], its edges geodesic: heights at its vertices and wherever it crosses a line between the centres of cells, bilinear between them. `length` (m, along the ground), `ascent`, `descent` (m) and `steepest` (degrees) are taken over all of these positions; null where the line has gaps, of which `missing` is the share. Of more than 2,000 positions `samples` has the lowest and highest of each stretch: [metres along the line, longitude, latitude, metres above the ellipsoid or null].',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({ line: z.array(flatPlace).check(z.minLength(2), z.maxLength(MAX_OUTLINE)) }),
  answer: z.object({
    samples: z.array(z.tuple([z.number(), z.number(), z.number(), z.nullable(z.number())])),
    /** Number of positions that the other values are taken over. */
    positions: z.int(),
    cell: z.number(),
    cellsOf,
    distance: z.number(),
    missing: z.number(),
    length: overAll,
    ascent: overAll,
    descent: overAll,
    steepest: overAll,
  }),
  timeout: TIMEOUT.files,
});
export type TerrainProfile = AnswerOf<typeof terrainProfile>;
