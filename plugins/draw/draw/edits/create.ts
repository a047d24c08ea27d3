import type { Edit, MapObject } from '#core/document';

/** Puts new objects into the document, but for those whose ids are taken. */
export function create(...objects: readonly MapObject[]): Edit {
  return (document) =>
    objects
      .filter(({ id }) => !document.get(id))
      .map((after) => ({ id: after.id, before: undefined, after }));
}
