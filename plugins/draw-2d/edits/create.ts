import type { Edit, MapObject } from '#core/document';

/** Puts a new object into the document; nothing when its id is taken. */
export function create(object: MapObject): Edit {
  return (document) => (document.get(object.id) ? [] : [{ id: object.id, before: undefined, after: object }]);
}
