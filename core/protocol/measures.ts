import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';
import { crsCode } from './projects.ts';

const longitude = z.number().check(z.minimum(-180), z.maximum(180));
const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const place = z.union([
  z.tuple([longitude, latitude]),
  z.tuple([longitude, latitude, z.number().check(z.minimum(-20_000), z.maximum(100_000))]),
]);

/**
 * How it was measured: on the WGS84 ellipsoid, in the plane of a CRS, on the ground at a height above the ellipsoid
 * (m).
 */
const basis = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('geodesic') }),
  z.object({ kind: z.literal('plane'), crs: crsCode }),
  z.object({ kind: z.literal('ground'), height: z.number().check(z.minimum(-500), z.maximum(9000)) }),
]);

const vertices = z.array(place).check(z.minLength(1), z.maxLength(1000));

/** Common fields of the 2D measures: their values are computed from their vertices. */
const common = {
  id: uuid,
  vertices,
  basis,
};

/**
 * The line of a chainage as it was when chosen, and its object type: a person blocked from that type is blocked from
 * the measure.
 */
const baseline = z.object({
  typeName: z.string().check(z.minLength(1), z.maxLength(120)),
  vertices: z.array(place).check(z.minLength(2), z.maxLength(10_000)),
});

const metresUp = z.number().check(z.minimum(0), z.maximum(1000));

/**
 * A measure on the globe. Its values are computed from its vertices, the ground there, and the chosen values
 * (metres): the heights of the observer and of the target, and the ellipsoidal height from which volumes are
 * computed, if that is not the plane of the outline.
 */
const measureInSpace = z.object({
  id: uuid,
  kind: z.literal('space'),
  of: z.enum(['point', 'distance', 'height', 'area', 'angle', 'slope', 'profile', 'volume', 'viewshed']),
  vertices,
  choices: z.object({
    eye: metresUp,
    target: metresUp,
    base: z.optional(z.number().check(z.minimum(-20_000), z.maximum(100_000))),
    /** A terrain as the base of volumes, instead. */
    baseTerrain: z.optional(uuid),
    /** Of the heights of the terrain, metres. */
    accuracy: z.optional(metresUp),
  }),
});

const covariance = z.number().check(z.minimum(-1e9), z.maximum(1e9));
const metresApart = z.number().check(z.minimum(0), z.maximum(1e6));
/** A point that was measured in panoramas, with its accuracy. */
const sightedPoint = z.object({
  id: uuid,
  kind: z.literal('sighted'),
  vertices: z
    .array(z.tuple([longitude, latitude, z.number().check(z.minimum(-20_000), z.maximum(100_000))]))
    .check(z.length(1)),
  /** Names of the panoramas, and of what a single line of sight met. */
  from: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(50)),
  on: z.optional(z.enum(['cloud', 'terrain', 'model', 'plane', 'facade'])),
  /** Square metres: east-east, east-north, east-up, north-north, north-up, up-up. */
  covariance: z.tuple([covariance, covariance, covariance, covariance, covariance, covariance]),
  /** Degrees between the best two lines of sight, and metres by which they miss the point. */
  angle: z.number().check(z.minimum(0), z.maximum(180)),
  miss: metresApart,
  warnings: z.array(z.enum(['narrow', 'apart', 'thinned'])).check(z.maxLength(2)),
  /** The survey does not state its accuracy. */
  assumed: z.boolean(),
  /** The height of a panorama is unknown. */
  lacksHeight: z.boolean(),
});

/** A stored measure. */
export const storedMeasure = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.enum(['distance', 'area', 'coordinates', 'angle', 'azimuth', 'radius', 'arc']),
  }),
  z.object({ ...common, kind: z.literal('chainage'), line: baseline }),
  measureInSpace,
  sightedPoint,
]);
export type StoredMeasure = z.output<typeof storedMeasure>;

/** Maximum number stored per project. */
export const MAX_MEASURES = 200;
const storedMeasures = z.array(storedMeasure).check(z.maxLength(MAX_MEASURES));

export const listMeasures = defineCall({
  id: 'projects.measures',
  method: 'GET',
  path: '/projects/:id/measures',
  summary:
    'The measures kept with a project, for everybody who may see it; no chainage along a line of a blocked type.',
  authorization: 'geometries.read',
  params: byId,
  answer: storedMeasures,
});

export const keepMeasures = defineCall({
  id: 'projects.keepMeasures',
  method: 'PUT',
  path: '/projects/:id/measures',
  summary:
    'Replaces the measures kept with a project; at most 200. `If-Match: 0` where none were kept before.',
  authorization: 'geometries.write',
  params: byId,
  body: storedMeasures,
  answer: storedMeasures,
  versioned: true,
});
