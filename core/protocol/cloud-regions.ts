import * as z from 'zod/mini';

/** Coordinates are those of the points as viewed: of the octree (metres), or of the COPC as it is stored. */
const coordinate = z.number().check(z.minimum(-1e9), z.maximum(1e9));
const size = z.number().check(z.positive(), z.maximum(1e7));
export const cloudPoint = z.tuple([coordinate, coordinate, coordinate]);
export type CloudPoint = z.output<typeof cloudPoint>;
const plan = z.tuple([coordinate, coordinate]);
const vector = z.tuple([z.number(), z.number(), z.number()]);

/** Both limits are inclusive; without one it is open. */
const heights = { zMin: z.optional(coordinate), zMax: z.optional(coordinate) };

/** Most vertices of a ring or line. */
export const MAX_REGION_VERTICES = 2000;
export const cloudRing = z.array(plan).check(z.minLength(3), z.maxLength(MAX_REGION_VERTICES));
export const cloudLine = z.array(plan).check(z.minLength(2), z.maxLength(MAX_REGION_VERTICES));

const cone = z.object({
  kind: z.literal('cone'),
  origin: cloudPoint,
  /** Need not be of length 1. */
  direction: vector,
  /** Half of the opening, degrees; 0 with a `radius` is a cylinder. */
  angle: z.optional(z.number().check(z.minimum(0), z.maximum(60))),
  /** Radius at the origin. Default: 0. */
  radius: z.optional(z.number().check(z.minimum(0), z.maximum(1e6))),
  length: z.optional(size),
});
const column = z.object({
  kind: z.literal('column'),
  x: coordinate,
  y: coordinate,
  radius: size,
  ...heights,
});
const corridor = z.object({ kind: z.literal('corridor'), line: cloudLine, width: size, ...heights });
const box = z.object({ kind: z.literal('box'), min: cloudPoint, max: cloudPoint });
const turnedBox = z.object({
  kind: z.literal('turned-box'),
  centre: cloudPoint,
  /** Three unit vectors, at right angles to each other. */
  axes: z.tuple([vector, vector, vector]),
  /** Lengths along the axes. */
  size: z.tuple([size, size, size]),
});
const prism = z.object({
  kind: z.literal('prism'),
  ring: cloudRing,
  holes: z.optional(z.array(cloudRing).check(z.maxLength(100))),
  ...heights,
});
/** What a polygon on the screen encloses, to a limit of depth. */
const lasso = z.object({
  kind: z.literal('lasso'),
  /** Subtracted from a point before the matrix, so that the matrix can hold 32-bit floats. */
  origin: cloudPoint,
  /** Projection × view, column-major as in WebGL. Points with w ≤ 0 are behind the eye. */
  matrix: z.array(z.number()).check(z.length(16)),
  /** In normalized device coordinates, -1 to 1. */
  ring: z.array(z.tuple([z.number(), z.number()])).check(z.minLength(3), z.maxLength(MAX_REGION_VERTICES)),
  /** The line of sight, and how far along it from `origin` a point may be. */
  direction: z.optional(vector),
  near: z.optional(coordinate),
  far: z.optional(coordinate),
});

export const cloudRegion = z.discriminatedUnion('kind', [
  cone,
  column,
  corridor,
  box,
  turnedBox,
  prism,
  lasso,
]);
export type CloudRegion = z.output<typeof cloudRegion>;

/** Points inside all `inside` and none of `outside`; without both, all points. */
export const selectionFields = {
  inside: z.optional(z.array(cloudRegion).check(z.maxLength(20))),
  outside: z.optional(z.array(cloudRegion).check(z.maxLength(20))),
  /** Classification codes, after the edits. Default: all. */
  classes: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(256))),
};
export const cloudSelection = z.object(selectionFields);
export type CloudSelection = z.output<typeof cloudSelection>;

/** What a number about points was computed from. */
export const cloudSource = z.object({
  cloudId: z.uuid(),
  /** Version of the cloud's file. */
  content: z.int(),
  /** Version of the edits of its classes; 0 before the first. */
  edits: z.int(),
  /** Number of points used. */
  points: z.int(),
  /** False when a limit of time, points or level stopped it before the full resolution. */
  complete: z.boolean(),
  stoppedBy: z.nullable(z.enum(['time', 'points', 'level'])),
});
export type CloudSource = z.output<typeof cloudSource>;
