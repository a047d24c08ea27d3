import type { Edit, MapObject } from '#core/document';

/** An object and its parts; the first part has the object's id, and with it its references and transactions. */
export interface Division {
  readonly before: MapObject;
  readonly after: readonly MapObject[];
}

/** Replaces objects by their parts; no changes if one of them has changed meanwhile. */
export function split(divisions: readonly Division[]): Edit {
  return (document) => {
    if (divisions.some(({ before }) => document.get(before.id) !== before)) return [];
    return divisions.flatMap(({ before, after }) =>
      after.map((part) => ({
        id: part.id,
        before: part.id === before.id ? before : undefined,
        after: part,
        split: true,
      })),
    );
  };
}
