import type { Change, Edit, MapObject } from '#core/document';

/**
 * Replaces the object with the id of `after` by `after`, deletes the other objects, and moves their references to it.
 * Returns no changes if one of the objects has changed meanwhile. Deletions come first, so that unique values are
 * free.
 */
export function merge(objects: readonly MapObject[], after: MapObject): Edit {
  return (document) => {
    if (objects.some((object) => document.get(object.id) !== object)) return [];
    const gone = new Set(objects.map(({ id }) => id).filter((id) => id !== after.id));
    const changes: Change[] = objects
      .filter(({ id }) => gone.has(id))
      .map((before) => ({ id: before.id, before, after: undefined }));
    changes.push({ id: after.id, before: document.get(after.id), after });
    for (const before of document.values()) {
      if (gone.has(before.id) || before.id === after.id) continue;
      if (!before.relatesTo.some((id) => gone.has(id))) continue;
      const relatesTo = [...new Set(before.relatesTo.map((id) => (gone.has(id) ? after.id : id)))];
      changes.push({ id: before.id, before, after: { ...before, relatesTo } });
    }
    return changes;
  };
}
