import type { Change, Edit, MapObject } from '#core/document';

/**
 * Puts `after` in the place of one of `objects` (the one with its id) and takes the others out; what referred to these
 * refers to it. Nothing where one of them has changed meanwhile. Deletions come first: what is unique is free then.
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
