import * as z from 'zod/mini';
import { latitude, longitude } from './degrees.ts';
import { defineCall } from './call.ts';
import { byId } from './common.ts';
import { place } from './files.ts';
import { georeference, georeferencedBox, storedGeoreference } from './georeference.ts';
import { crsCode } from './projects.ts';

/** Where an IFC file can say where it stands, the vaguest first. */
export const BIM_LEVELS = [
  /** A postal address of IfcSite or IfcBuilding: words only. */
  'address',
  /** RefLatitude, RefLongitude and RefElevation of IfcSite. */
  'site',
  /** Large numbers in the placement of IfcSite or what it holds. */
  'placement',
  /** WorldCoordinateSystem and TrueNorth of the context. */
  'context',
  /** The property sets ePset_MapConversion and ePset_ProjectedCRS of IFC 2x3. */
  'pset',
  /** IfcMapConversion or IfcMapConversionScaled with IfcProjectedCRS. */
  'map-conversion',
  /** IfcRigidOperation of IFC 4.3, with IfcProjectedCRS or IfcGeographicCRS. */
  'rigid-operation',
] as const;
export type BimLevelName = (typeof BIM_LEVELS)[number];

const coordinate = z.number().check(z.minimum(-1e9), z.maximum(1e9));

/**
 * From the axes of the file (metres, z up) to a projected CRS, metres: `E = eastings + scale·(x·cos r - y·sin r)`,
 * `N = northings + scale·(x·sin r + y·cos r)`, `H = height + z`. Coordinates of a CRS in other units are multiplied by
 * its metres per unit.
 */
export const bimTransform = z.object({
  crs: crsCode,
  eastings: coordinate,
  northings: coordinate,
  /** Of z = 0. */
  height: coordinate,
  /** r: the x axis from grid east, degrees counter-clockwise. */
  rotation: z.number().check(z.minimum(-360), z.maximum(360)),
  scale: z.number().check(z.minimum(0.5), z.maximum(2)),
  /** `EPSG:<code>` of the heights; null: above the ellipsoid, or unknown (`heights` tells). */
  verticalCrs: z.nullable(crsCode),
});
export type BimTransform = z.output<typeof bimTransform>;

/**
 * What a person has chosen instead of what the server takes from the file. What is set by `PUT /bim/{id}/georeference` comes
 * before it.
 */
export const bimPlacement = z.discriminatedUnion('by', [
  /** One of the levels that the file has. */
  z.object({ by: z.literal('level'), level: z.enum(BIM_LEVELS) }),
  z.object({ by: z.literal('transform'), transform: bimTransform }),
]);
export type BimPlacement = z.output<typeof bimPlacement>;

/** One level of georeference found in a file. */
export const bimLevel = z.object({
  level: z.enum(BIM_LEVELS),
  /** The entity or property set: `IfcSite #23`. */
  source: z.string(),
  /** What it says, as written, with the unit it is in. */
  says: z.array(z.object({ name: z.string(), value: z.string(), unit: z.nullable(z.string()) })),
  /** The CRS it names: `EPSG:<code>`; null: none, or one the server does not know. */
  crs: z.nullable(z.string()),
  crsName: z.nullable(z.string()),
  /** null: it does not suffice to place the model (words only, no CRS). */
  transform: z.nullable(bimTransform),
  /** Of the origin of the file. */
  position: z.nullable(z.tuple([longitude, latitude])),
  /**
   * How far it puts the middle of the model from where the applied one puts it, metres to the east, to the north, up,
   * and turns it, degrees counter-clockwise; null: it or the applied one places nothing.
   */
  difference: z.nullable(
    z.object({ east: z.number(), north: z.number(), up: z.nullable(z.number()), rotation: z.number() }),
  ),
  /** Sentences: missing CRS, doubtful scale, already contained in another level. */
  notes: z.array(z.string()),
});
export type BimLevel = z.output<typeof bimLevel>;

/** Where a model stands, and why. */
export const bimGeoreference = z.object({
  levels: z.array(bimLevel),
  /** The one that is applied: a level of the file, `center` of the upload, `transform` set by a person (typed, dragged or
   * fitted: `GET /bim/{id}/georeference`); null: none. */
  applied: z.nullable(z.union([z.enum(BIM_LEVELS), z.enum(['center', 'transform'])])),
  /** null also where a person has tilted it or scaled it unevenly. */
  transform: z.nullable(bimTransform),
  /** `ellipsoid`: heights are placed exactly; `geoid`: through a geoid; `unknown`: the file names no
   * vertical datum, and they are taken as ellipsoidal, like those of point clouds without one. */
  heights: z.enum(['ellipsoid', 'geoid', 'unknown']),
  /** Longitude, latitude of the origin of the file, and its height above the ellipsoid. */
  position: z.nullable(place),
  /** Clockwise from true north to the y axis of the file at its origin, degrees. */
  heading: z.nullable(z.number()),
  /**
   * Column-major 4 × 4: from the axes of the file (metres, z up) to earth-centred coordinates (WGS84); metres. Exact at
   * the middle of the model.
   */
  toEcef: z.nullable(z.array(z.number())),
  /** Longitudes and latitudes around the model: west, south, east, north. */
  extent: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  /** Whether coordinates of the file are already in the map and it says so twice: only one was applied. */
  isDouble: z.boolean(),
  /** Sentences. */
  notes: z.array(z.string()),
});
export type BimGeoreference = z.output<typeof bimGeoreference>;

export const getBimGeoreference = defineCall({
  id: 'bim.georeference',
  method: 'GET',
  path: '/bim/:id/georeference',
  summary:
    'Where a BIM model is: CRS, vertical CRS, the transformation from the axes of its file (metres) to the map, how it was found. Version 0: as its file says, without a CRS while that is not known.',
  authorization: 'bim.read',
  params: byId,
  answer: georeferencedBox,
});
export const putBimGeoreference = defineCall({
  id: 'bim.setGeoreference',
  method: 'PUT',
  path: '/bim/:id/georeference',
  summary:
    'Places a BIM model, as a new version; with control points the transformation is fitted by the server. `found` `file` gives it back to its file.',
  authorization: 'bim.write',
  params: byId,
  body: georeference,
  answer: storedGeoreference,
  versioned: true,
});
export const listBimGeoreferences = defineCall({
  id: 'bim.georeferences',
  method: 'GET',
  path: '/bim/:id/georeferences',
  summary: 'All versions of where a BIM model was, the newest first; any can be saved again.',
  authorization: 'bim.read',
  params: byId,
  answer: z.array(storedGeoreference),
});
