import * as z from 'zod/mini';
import { objectType } from './attributes.ts';
import { defineCall } from './call.ts';
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
