import type { Edit } from './contract.ts';
import type { MapObject } from './object.ts';

/** Puts objects in the place of others, one for one; nothing where one of these has changed meanwhile. */
export function replace(before: readonly MapObject[], after: readonly MapObject[]): Edit {
  return (document) => {
    if (before.some((object) => document.get(object.id) !== object)) return [];
    return after.map((object, i) => ({ id: object.id, before: before[i], after: object }));
  };
}

export function add(objects: readonly MapObject[]): Edit {
  return () => objects.map((after) => ({ id: after.id, before: undefined, after }));
}
