import type { Edit } from './contract.ts';
import type { MapObject } from './object.ts';
import { isEqualJson } from './server-object.ts';

/** Replaces objects one for one; does nothing when one of them has changed meanwhile. */
export function replace(before: readonly MapObject[], after: readonly MapObject[]): Edit {
  return (document) => {
    if (before.some((object) => document.get(object.id) !== object)) return [];
    return after.map((object, i) => ({ id: object.id, before: before[i], after: object }));
  };
}

/** Puts new objects into the document. */
export function add(objects: readonly MapObject[]): Edit {
  return () => objects.map((after) => ({ id: after.id, before: undefined, after }));
}

/**
 * Sets attributes of objects; undefined removes an attribute. Objects that already have the values are left
 * unchanged.
 */
export function setProperties(ids: readonly string[], values: Readonly<Record<string, unknown>>): Edit {
  return (document) =>
    ids.flatMap((id) => {
      const before = document.get(id);
      if (!before) return [];
      const properties = { ...before.properties };
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) delete properties[name];
        else properties[name] = value;
      }
      return isEqualJson(properties, before.properties)
        ? []
        : [{ id, before, after: { ...before, properties } }];
    });
}
