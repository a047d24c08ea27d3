import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, like } from './common.ts';
import { crsCode } from './projects.ts';

const coordinate = z.number().check(z.minimum(-1e9), z.maximum(1e9));
export const localPoint = z.tuple([coordinate, coordinate, coordinate]);
const degrees = z.number().check(z.minimum(-360), z.maximum(360));
const factor = z.number().check(z.minimum(1e-6), z.maximum(1e6));

/**
 * From the coordinates in a file to those of a map: map = `to` + turn × scale × (local − `from`). Eastings and northings
 * are in the unit of the horizontal CRS, heights in that of the vertical one, metres above the ellipsoid.
 */
export const localTransform = z.object({
  /** The place in the file that does not move when it is turned or scaled. */
  from: localPoint,
  /** Where it lies on the map: easting, northing, height. */
  to: localPoint,
  /** Degrees about the vertical, counter-clockwise; then about its own east axis, and its own north axis. */
  turn: z.tuple([degrees, degrees, degrees]),
  /** Units of the map per unit of the file, along the axes of the file. */
  scale: z.tuple([factor, factor, factor]),
});
export type LocalTransform = z.output<typeof localTransform>;

/** What of a control point counts. */
export const POINT_USES = ['both', 'plan', 'height', 'none'] as const;

/** A place that is known in the file and on the map. */
export const controlPoint = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  local: localPoint,
  map: localPoint,
  use: z.enum(POINT_USES),
});
export type ControlPoint = z.output<typeof controlPoint>;

/** Most control points of one object. */
export const MAX_CONTROL_POINTS = 500;

/**
 * How control points are fitted. `shift`: moved only. `helmert`: moved, turned about the vertical, and moved in height.
 * `similarity`: turned about all axes. `scale`: whether it is found too, or stays as it is.
 */
export const controlFit = z.object({
  kind: z.enum(['shift', 'helmert', 'similarity']),
  scale: z.enum(['kept', 'fitted']),
  points: z.array(controlPoint).check(z.minLength(1), z.maxLength(MAX_CONTROL_POINTS)),
});
export type ControlFit = z.output<typeof controlFit>;

/** How a place was found. */
export const FOUND = ['file', 'typed', 'dragged', 'control-points'] as const;

/** Where on the earth the coordinates in a file are. */
export const georeference = z.object({
  /** Of eastings and northings; null: nobody knows, and it cannot be placed on the earth. */
  crs: z.nullable(crsCode),
  /** Of the heights; null: above the ellipsoid, metres. */
  verticalCrs: z.nullable(like('EPSG:5703', /^EPSG:\d{4,6}$/)),
  transform: localTransform,
  found: z.enum(FOUND),
  /** Where in the file it was found, or a remark of the person. */
  note: z.nullable(z.string().check(z.maxLength(500))),
  /** The control points that it was fitted to. The server fits them itself. */
  fit: z.nullable(controlFit),
});
export type Georeference = z.output<typeof georeference>;

/** One version of where an object is. Version 0: as its file says. */
export const storedGeoreference = z.extend(georeference, {
  /** Metres per unit of eastings and northings, and of heights. */
  unit: z.number(),
  heightUnit: z.number(),
  version: z.int(),
  /** null: of version 0. */
  at: z.nullable(z.iso.datetime()),
  by: z.nullable(z.string()),
});
export type StoredGeoreference = z.output<typeof storedGeoreference>;

const metres = z.coerce.number().check(z.minimum(1e-4), z.maximum(1e4));
/**
 * Query of calls on points: in which coordinates their regions and answers are. Default: those of the cloud. They are
 * computed exactly, point by point, through longitude, latitude and ellipsoidal height.
 */
export const pointsIn = z.object({
  crs: z.optional(crsCode),
  /** EPSG code of the heights; without it they are ellipsoidal. */
  heights: z.optional(like('EPSG:5703', /^EPSG:\d{4,6}$/)),
  /** Metres per unit of x and y, and of z. Default: metres, whatever the unit of the CRS. */
  unit: z.optional(metres),
  heightunit: z.optional(metres),
});
export type PointsIn = z.output<typeof pointsIn>;

/** Earlier versions of one object that are kept. */
export const MAX_GEOREFERENCES = 200;

/** Where an object is, and the box around what is in its file, in coordinates of the file; null: unknown. */
export const georeferencedBox = z.extend(storedGeoreference, {
  box: z.nullable(z.object({ min: localPoint, max: localPoint })),
});
export type GeoreferencedBox = z.output<typeof georeferencedBox>;

export const getCloudGeoreference = defineCall({
  id: 'pointcloud.georeference',
  method: 'GET',
  path: '/pointcloud/:id/georeference',
  summary:
    'Where a point cloud is: CRS, vertical CRS, the transformation from its file to the map, how it was found. Version 0: as its file says.',
  authorization: 'pointcloud.read',
  link: true,
  params: byId,
  answer: georeferencedBox,
});
export const putCloudGeoreference = defineCall({
  id: 'pointcloud.setGeoreference',
  method: 'PUT',
  path: '/pointcloud/:id/georeference',
  summary:
    'Places a point cloud, as a new version. With control points (`found` is `control-points`) the transformation is fitted by the server, and the one that is sent only says which scale is kept. Points are never rewritten.',
  authorization: 'pointcloud.write',
  params: byId,
  body: georeference,
  answer: storedGeoreference,
  versioned: true,
});
export const listCloudGeoreferences = defineCall({
  id: 'pointcloud.georeferences',
  method: 'GET',
  path: '/pointcloud/:id/georeferences',
  summary: 'All versions of where a point cloud was, the newest first; any can be saved again.',
  authorization: 'pointcloud.read',
  params: byId,
  answer: z.array(storedGeoreference),
});
