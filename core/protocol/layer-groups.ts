import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, typeName } from './common.ts';

const denominator = z.optional(z.number().check(z.minimum(1), z.maximum(1e9)));

/** Layers of a project that are shown, moved and faded together. */
export const layerGroup = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  name,
  /** Its layers, by the names of their object types. */
  typeNames: z.array(typeName).check(z.maxLength(1000)),
  /** By which the opacity of its layers is multiplied. */
  opacity: z.number().check(z.minimum(0), z.maximum(1)),
  /** Its layers are drawn from 1 : `minScale`, the smaller scale, to 1 : `maxScale`, within their own ranges. */
  minScale: denominator,
  maxScale: denominator,
});
export type LayerGroup = z.output<typeof layerGroup>;

/** Most groups of a project. */
export const MAX_LAYER_GROUPS = 100;

const groups = z.array(layerGroup).check(z.maxLength(MAX_LAYER_GROUPS));

export const getLayerGroups = defineCall({
  id: 'projects.layerGroups',
  method: 'GET',
  path: '/projects/:id/layergroups',
  summary: 'The groups of layers of a project, without the object types that the caller is blocked from.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.object({ groups, version: z.int() }),
});

export const setLayerGroups = defineCall({
  id: 'projects.setLayerGroups',
  method: 'PUT',
  path: '/projects/:id/layergroups',
  summary:
    'Replaces the groups of layers of a project. A layer is in one group at most. Object types that the caller is blocked from stay in their groups.',
  authorization: 'attributes.write',
  params: byId,
  body: z.object({ groups }),
  answer: z.object({ groups, version: z.int() }),
  versioned: true,
});
