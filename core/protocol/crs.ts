import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, listQuery, name, uuid } from './common.ts';
import { sha256 } from './files.ts';

export const crsSearch = defineCall({
  id: 'crs.search',
  method: 'GET',
  path: '/crs',
  summary: 'Coordinate reference systems by code or name; up to 50.',
  authorization: 'signed-in',
  link: true,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      area: z.nullable(z.string()),
      /**
       * The area of use: west, south, east, north, degrees; west is greater than east if it crosses the antimeridian.
       */
      bounds: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      /** East before north; with the shift to WGS 84 of the middle of the area, where it is a single one. */
      proj4: z.string(),
      unit: z.nullable(z.string()),
      /** Accuracy of the transformation to WGS84, metres: the worst in the area of use; null if not stated. */
      accuracy: z.nullable(z.number()),
      /** The official order, `en` or `ne`; with a minus if the numbers grow to the west and to the south. */
      axes: z.string(),
      deprecated: z.boolean(),
      /** Coordinate operations to WGS 84; the most accurate whose area contains a place applies. None on WGS 84. */
      operations: z.array(
        z.object({
          /** In the EPSG register; null for a ballpark: no transformation is known. */
          name: z.nullable(z.string()),
          /** Metres. */
          accuracy: z.nullable(z.number()),
          areas: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
          /**
           * Helmert transformations of geocentric coordinates, one after the other: dx, dy, dz (metres); also rx, ry,
           * rz (arc seconds, position vector) and the scale (ppm); also the point about which they turn.
           */
          steps: z.array(z.array(z.number())),
          /** Meant for places at sea: one for land is preferred. */
          offshore: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
});

/**
 * Maximum size of a grid, bytes: every page that works in one of its systems, or requests heights in its area,
 * downloads it.
 */
export const MAX_GRID_BYTES = 32 * 1024 ** 2;

/**
 * An NTv2 shift grid, used on the server and on every page to compute its systems within its area. Or a geoid grid,
 * from which pages compute heights above the geoid within its area.
 */
export const crsGrid = z.object({
  id: uuid,
  kind: z.enum(['shift', 'geoid']),
  name: z.string(),
  /** The publisher and the origin of the file. */
  source: z.string(),
  /** Metres, as stated by the source. */
  accuracy: z.number(),
  /** `EPSG:3003`, …; for a shift grid. */
  crs: z.array(z.string()),
  /** The vertical datum of heights above a geoid, as named by its publisher: `NAVD88`. */
  datum: z.nullable(z.string()),
  /** West, south, east, north, degrees. */
  area: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  subGrids: z.int(),
  nodes: z.int(),
  bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  createdAt: z.iso.datetime(),
});
export type CrsGrid = z.output<typeof crsGrid>;

const codes = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.transform((text) =>
    [...new Set(text.toUpperCase().match(/\d{4,6}/g) ?? [])].map((code) => `EPSG:${code}`),
  ),
);

export const listGrids = defineCall({
  id: 'crs.grids',
  method: 'GET',
  path: '/crs/grids',
  summary: 'The grids that coordinates (NTv2 shift grids) and heights above the geoid are computed by.',
  authorization: 'signed-in',
  link: true,
  query: listQuery,
  answer: z.array(crsGrid),
});
export const uploadGrid = defineCall({
  id: 'crs.uploadGrid',
  method: 'POST',
  path: '/crs/grids',
  summary:
    'Adds an NTv2 shift grid (.gsb) for the systems named in `crs` (EPSG codes, comma-separated), at most 50; or the grid of a geoid (.gtx, or a GeoTIFF of its heights above the ellipsoid) for the vertical datum named in `datum`. `accuracy` in metres and `source` as its publisher states them.',
  authorization: 'admin.organizations',
  upload: true,
  body: z.object({
    name,
    source: z.string().check(z.trim(), z.minLength(3), z.maxLength(1000)),
    accuracy: z.coerce.number().check(z.minimum(0.0001), z.maximum(100)),
    crs: z.optional(codes),
    datum: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    sha256,
  }),
  answer: crsGrid,
  timeout: TIMEOUT.files,
});
export const downloadGrid = defineCall({
  id: 'crs.grid',
  method: 'GET',
  path: '/crs/grids/:id',
  summary: 'The file of a grid as it was uploaded; that of a geoid as GTX.',
  authorization: 'signed-in',
  link: true,
  params: byId,
  timeout: TIMEOUT.files,
});
export const deleteGrid = defineCall({
  id: 'crs.deleteGrid',
  method: 'DELETE',
  path: '/crs/grids/:id',
  summary:
    'Takes a grid away: its systems are computed by the parameters of the EPSG register again, heights by EGM96.',
  authorization: 'admin.organizations',
  params: byId,
});
