import * as z from 'zod/mini';
import { objectType } from './attributes.ts';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, localized, projectHeaders } from './common.ts';
import { GEOMETRY_TYPES } from './geometry.ts';
import { style } from './style.ts';

export const legendEntry = z.object({
  typeName: z.string(),
  title: localized,
  geometryType: z.nullable(z.enum(GEOMETRY_TYPES)),
  style,
  icon: z.nullable(z.string()),
});
export type LegendEntry = z.output<typeof legendEntry>;

export const getLegend = defineCall({
  id: 'styles.legend',
  method: 'GET',
  path: '/styles/getlegend',
  summary:
    'How the object types of a project are drawn, those of the header `type` or all that are not blocked for the caller: as JSON, or as a picture of the same signs, those of the classes of a style each in a row, with the titles (`format` svg or png, or `Accept: image/svg+xml` or `image/png`; `format` counts first). `scale` enlarges a png (1 to 4; 2 for screens of double density). A png shows at most 200 rows.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({
    format: z.optional(z.enum(['json', 'svg', 'png'])),
    scale: z.optional(z.coerce.number().check(z.minimum(1), z.maximum(4))),
  }),
  answer: z.array(legendEntry),
});

export const setStyle = defineCall({
  id: 'styles.set',
  method: 'POST',
  path: '/styles/:id',
  summary:
    'Gives an object type, named by its id, another style, and nothing else of it. The style is a new version of the object type.',
  authorization: 'attributes.write',
  params: byId,
  body: style,
  answer: objectType,
  versioned: true,
});

/** Most characters of a style file of another program. */
export const MAX_STYLE_FILE = 900_000;

export const readStyle = defineCall({
  id: 'styles.read',
  method: 'POST',
  path: '/styles/read',
  summary:
    'Reads a style of another program, SLD 1.0 or 1.1 or QML of QGIS 3, and answers it as a style, with a list of what could not be taken over. Nothing is stored.',
  authorization: 'geometries.read',
  body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(MAX_STYLE_FILE)) }),
  answer: z.object({
    style,
    omissions: z.array(
      z.object({
        /** The title of the rule or class; empty: the whole style. */
        where: z.string(),
        sentence: z.string(),
      }),
    ),
  }),
});
export type ReadStyle = z.output<typeof readStyle.answer>;

export const getSld = defineCall({
  id: 'styles.sld',
  method: 'GET',
  path: '/styles/:id/sld',
  summary:
    'The style of an object type, named by its id, as SLD 1.1. What SLD cannot say is in comments. (A Mapbox style of a whole project is at `/tiles/{projectId}/style.json`.)',
  authorization: 'geometries.read',
  params: byId,
});

/** Most values of a field that are listed. */
export const MAX_VALUES = 1_000;

/** The values that objects of a type have in one field, for classes of a style. */
export const fieldValues = z.object({
  /** Objects of the type in the project. */
  count: z.int(),
  /** Objects without a value. */
  empty: z.int(),
  /** The number of different values. */
  distinct: z.int(),
  /** The most frequent values, at most `MAX_VALUES`. */
  values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() })),
  /** Of the values that are numbers; null without any. */
  numbers: z.nullable(
    z.object({
      count: z.int(),
      min: z.number(),
      max: z.number(),
      /** 201 values of objects, from the least to the greatest, evenly spaced. */
      quantiles: z.array(z.number()),
      /** Numbers of objects in 40 equal intervals from `min` to `max`. */
      histogram: z.array(z.int()),
    }),
  ),
});
export type FieldValues = z.output<typeof fieldValues>;

export const getFieldValues = defineCall({
  id: 'styles.values',
  method: 'GET',
  path: '/styles/values',
  summary:
    'The values that the objects of a type have in a field: the most frequent ones with their numbers of objects, and quantiles and a histogram of the numbers.',
  authorization: 'geometries.read',
  headers: projectHeaders,
  query: z.object({
    typeName: z.string().check(z.minLength(1), z.maxLength(200)),
    field: z.string().check(z.minLength(1), z.maxLength(120)),
  }),
  answer: fieldValues,
  timeout: TIMEOUT.files,
});
