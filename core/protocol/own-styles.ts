import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, typeName } from './common.ts';
import { style } from './style.ts';

export const ownStyles = z.object({
  /** By the name of the object type. */
  styles: z.record(z.string(), style),
});

export const getOwnStyles = defineCall({
  id: 'projects.ownStyles',
  method: 'GET',
  path: '/projects/:id/ownstyles',
  summary:
    'The styles in which the caller sees object types of a project, where they differ from those that all see.',
  authorization: 'geometries.read',
  params: byId,
  answer: ownStyles,
});

export const changeOwnStyle = defineCall({
  id: 'projects.changeOwnStyle',
  method: 'POST',
  path: '/projects/:id/ownstyles',
  summary:
    'Gives an object type another style for the caller only; null: the style that all see. An object type that does not exist cannot have one (422).',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({ typeName, style: z.nullable(style) }),
  answer: ownStyles,
});
