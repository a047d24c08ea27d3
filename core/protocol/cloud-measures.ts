import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { pointsIn } from './georeference.ts';
import { byId, uuid } from './common.ts';
import { cloudNode } from './cloud-edits.ts';
import { CLOUD_ATTRIBUTES } from './cloud-queries.ts';
import {
  cloudLine,
  cloudPoint,
  cloudRegion,
  cloudRing,
  selectionFields,
  cloudSource,
} from './cloud-regions.ts';

/**
 * Lengths are in the unit of the cloud's CRS, areas and volumes in its square and cube; ± is one standard deviation.
 */
const length = z.number().check(z.positive(), z.maximum(10_000));
const vector = z.tuple([z.number(), z.number(), z.number()]);

/** Clipping and class filter of the view, which every measure obeys. */
const among = {
  ...selectionFields,
  edits: z.optional(z.int().check(z.minimum(0))),
};

const around = { near: cloudPoint, radius: length };

/** A place on each plane, or one around which they are found. */
const oneOr = (planes: number) =>
  z.array(z.object(around)).check(z.refine(({ length: places }) => places === 1 || places === planes));

/** What the cut and fill of a volume are counted from. */
const base = z.discriminatedUnion('kind', [
  /** A plane fitted to the ground at the ring. */
  z.object({ kind: z.literal('rim') }),
  z.object({ kind: z.literal('height'), z: z.number() }),
  /** Another cloud of the same CRS. */
  z.object({ kind: z.literal('cloud'), cloudId: uuid }),
  /** A terrain of the same project. */
  z.object({ kind: z.literal('terrain'), terrainId: uuid }),
]);

export const deviationRequest = z.object({
  measure: z.literal('deviation'),
  /** Distances are measured from this cloud's surface to the points of `:id`; positive above it. */
  cloudId: uuid,
  ring: z.optional(cloudRing),
  /** Distances beyond are counted apart. */
  most: length,
  /** Distances up to this are counted as within it, on both sides. */
  tolerance: z.optional(length),
  /** Points with their deviation to return, for colours. Default: 0. */
  sample: z.optional(z.int().check(z.minimum(0), z.maximum(500_000))),
  ...among,
});

export const cloudMeasure = z.discriminatedUnion('measure', [
  z.object({ measure: z.literal('pick'), ray: cloudRegion, ...among }),
  z.object({ measure: z.literal('plane'), ...around, ...among }),
  z.object({ measure: z.literal('edge'), at: oneOr(2), ...among }),
  z.object({ measure: z.literal('corner'), at: oneOr(3), ...among }),
  z.object({ measure: z.literal('axis'), ...around, ...among }),
  z.object({ measure: z.literal('ground'), x: z.number(), y: z.number(), radius: length, ...among }),
  z.object({ measure: z.literal('circle'), points: z.array(cloudPoint).check(z.length(3)), ...among }),
  z.object({
    measure: z.literal('volume'),
    ring: cloudRing,
    base,
    /** Side of the grid's cells. Default: from the spacing of the points. */
    cell: z.optional(length),
    /** Which height of a cell's points counts. Default: `mean`. */
    surface: z.optional(z.enum(['mean', 'min', 'max'])),
    ...among,
  }),
  z.object({ measure: z.literal('area'), ring: cloudRing, cell: z.optional(length), ...among }),
  deviationRequest,
  z.object({
    measure: z.literal('section'),
    line: cloudLine,
    width: length,
    /** How far an outline may pass from its points. Default: from their spacing. */
    tolerance: z.optional(length),
    ...among,
  }),
]);
export type CloudMeasure = z.output<typeof cloudMeasure>;

const plusMinus = z.number();
const fitted = { rms: z.number(), plusMinus, points: z.int() };
const plane = z.object({
  centre: cloudPoint,
  /** Of length 1, upwards. */
  normal: vector,
  /** Degrees from the horizontal. */
  slope: z.number(),
  slopePlusMinus: plusMinus,
  /** Direction of the descent, degrees clockwise from grid north; null if horizontal within what is known of it. */
  aspect: z.nullable(z.number()),
  aspectPlusMinus: z.nullable(plusMinus),
  ...fitted,
});
export type CloudPlane = z.output<typeof plane>;

export const cloudDeviation = z.object({
  mean: z.number(),
  median: z.number(),
  rms: z.number(),
  /** Noise of both surfaces together: smaller deviations say nothing. */
  plusMinus,
  /** Points compared, and points without a surface within `most`. */
  compared: z.int(),
  beyond: z.int(),
  /** Points compared whose distance is within the tolerance; null without one. */
  within: z.nullable(z.int()),
  /** From -`most` to `most`, in steps that are fine enough to show any part of it by itself. */
  histogram: z.object({ from: z.number(), step: z.number(), counts: z.array(z.int()) }),
  /** x, y, z, deviation of each sampled point. */
  sample: z.array(z.number()),
});

export const cloudMeasured = z.discriminatedUnion('measure', [
  z.object({
    measure: z.literal('pick'),
    source: cloudSource,
    point: z.nullable(
      z.object({
        position: cloudPoint,
        /** Distance of the neighbouring points. */
        spacing: z.number(),
        /** Noise of the surface around it; null with too few neighbours. */
        noise: z.nullable(z.number()),
        level: z.int(),
        attributes: z.partialRecord(z.enum(CLOUD_ATTRIBUTES), z.union([z.number(), vector])),
      }),
    ),
  }),
  z.object({ measure: z.literal('plane'), source: cloudSource, plane: z.nullable(plane) }),
  z.object({
    measure: z.literal('edge'),
    source: cloudSource,
    /** On the edge, nearest to its planes' points. */
    edge: z.nullable(
      z.object({
        point: cloudPoint,
        direction: vector,
        angle: z.number(),
        anglePlusMinus: plusMinus,
        planes: z.array(plane),
        plusMinus,
      }),
    ),
  }),
  z.object({
    measure: z.literal('corner'),
    source: cloudSource,
    corner: z.nullable(z.object({ point: cloudPoint, planes: z.array(plane), plusMinus })),
  }),
  z.object({
    measure: z.literal('axis'),
    source: cloudSource,
    axis: z.nullable(
      z.object({
        point: cloudPoint,
        direction: vector,
        radius: z.number(),
        radiusPlusMinus: plusMinus,
        /** How much of the pipe's round the points cover, degrees. */
        covered: z.number(),
        ...fitted,
      }),
    ),
  }),
  z.object({
    measure: z.literal('ground'),
    source: cloudSource,
    ground: z.nullable(z.object({ position: cloudPoint, plusMinus: z.nullable(plusMinus) })),
  }),
  z.object({
    measure: z.literal('circle'),
    source: cloudSource,
    circle: z.nullable(
      z.object({ centre: cloudPoint, normal: vector, radius: z.number(), plusMinus: z.nullable(plusMinus) }),
    ),
  }),
  z.object({
    measure: z.literal('volume'),
    source: cloudSource,
    volume: z.nullable(
      z.object({
        /** Above and below the base; `net` is `cut` less `fill`. */
        cut: z.number(),
        fill: z.number(),
        net: z.number(),
        /** What the noise of the points adds to both `cut` and `fill`, at most: where the surface is near the base. */
        noise: z.number(),
        /** Area of the ring, and the share of it without points, or without a base, 0 to 1: nothing is counted there. */
        area: z.number(),
        empty: z.number(),
        cell: z.number(),
        /** Of `net`; a terrain is taken as exact. */
        plusMinus,
        /** Of the base: of the fitted plane, the fixed height, or the mean of the other surface. */
        baseHeight: z.number(),
        /** Where the base is a terrain. */
        terrain: z.optional(
          z.object({
            id: uuid,
            name: z.string(),
            /** Metres between its heights. */
            resolution: z.number(),
            /** Vertical CRS of the points; null: they are taken as heights above the ellipsoid. */
            verticalCrs: z.nullable(z.string()),
            /** The geoid by which they are compared, where it is not that of the vertical CRS. */
            otherGeoid: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  z.object({
    measure: z.literal('area'),
    source: cloudSource,
    area: z.nullable(
      z.object({
        plan: z.number(),
        /** Over the surface of the points, only where there are points. */
        surface: z.number(),
        /** Plan area of what `surface` covers. */
        covered: z.number(),
        empty: z.number(),
        cell: z.number(),
        plusMinus,
      }),
    ),
  }),
  z.object({
    measure: z.literal('deviation'),
    source: cloudSource,
    other: cloudSource,
    deviation: z.nullable(cloudDeviation),
  }),
  z.object({
    measure: z.literal('section'),
    source: cloudSource,
    outlines: z.array(
      z.object({
        class: z.int(),
        /** Distance along the line, height. */
        profile: z.array(z.tuple([z.number(), z.number()])),
        /** The same in the cloud's CRS. */
        places: z.array(cloudPoint),
        rms: z.number(),
      }),
    ),
    tolerance: z.number(),
  }),
]);
export type CloudMeasured = z.output<typeof cloudMeasured>;

export const measurePointcloud = defineCall({
  id: 'pointcloud.measure',
  method: 'POST',
  path: '/pointcloud/:id/measure',
  summary:
    'Measures on the points at full resolution: the foremost point of a ray, planes, edges, corners, axes of pipes, the ground, circles, volumes, areas, deviations from another cloud, outlines of a section; each with what it was computed from and its ±. Null where the points do not define it.',
  authorization: 'pointcloud.read',
  params: byId,
  query: pointsIn,
  body: cloudMeasure,
  answer: cloudMeasured,
  timeout: TIMEOUT.files,
});

const whole = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1e9));

export const cloudDeviations = defineCall({
  id: 'pointcloud.deviations',
  method: 'GET',
  path: '/pointcloud/:id/deviation/:node',
  summary:
    'The deviation of every point of a node from the surface of another cloud, as the measure `deviation` has it, to colour them: float32, little-endian, in the order of the file; NaN beyond `most`. Before them, the spacing of the points of that cloud that were compared with; 0: all of them. `content` and `fromcontent` are the versions of the two files that the person has seen: 409 when one has been replaced since.',
  authorization: 'pointcloud.read',
  params: z.extend(byId, { node: cloudNode }),
  query: z.extend(pointsIn, {
    from: uuid,
    most: z.coerce.number().check(z.positive(), z.maximum(10_000)),
    content: whole,
    fromcontent: whole,
  }),
  timeout: TIMEOUT.files,
});
