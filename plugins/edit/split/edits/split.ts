import type { Edit, MapObject } from '#core/document';

/** An object and those that it becomes; the first has its id, and with it what refers to it and its transactions. */
export interface Division {
  readonly before: MapObject;
  readonly after: readonly MapObject[];
}

/** Puts parts in the place of objects, all or, where one of them has changed meanwhile, none. */
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
