import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, typeName } from './common.ts';

export const lockedLayers = z.object({
  /** Null until the person has locked a layer of the project. */
  typeNames: z.nullable(z.array(z.string())),
});

export const getLockedLayers = defineCall({
  id: 'projects.lockedLayers',
  method: 'GET',
  path: '/projects/:id/lockedlayers',
  summary:
    'The layers (object types) that the caller has locked in a project. Their objects are in none of the caller’s exports, unless the preference `preventCopyLockedLayers` is false.',
  authorization: 'geometries.read',
  params: byId,
  answer: lockedLayers,
});

const names = z.optional(z.array(typeName).check(z.maxLength(1000)));

export const changeLockedLayers = defineCall({
  id: 'projects.changeLockedLayers',
  method: 'POST',
  path: '/projects/:id/lockedlayers',
  summary:
    'Locks and unlocks layers of a project for the caller; the others stay as they are. An object type that does not exist cannot be locked (422).',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({ lock: names, unlock: names }),
  answer: lockedLayers,
});
