import { isEqualJson, type Edit, type MapObject } from '#core/document';
import type { LabelPlace } from '#core/protocol';

/** Puts labels where a person wants them; undefined: the map places them again. */
export function placeLabels(places: ReadonlyMap<string, LabelPlace | undefined>): Edit {
  return (document) =>
    [...places].flatMap(([id, labelAt]) => {
      const before = document.get(id);
      if (!before || isEqualJson(before.labelAt, labelAt)) return [];
      const { labelAt: _, ...object } = before;
      const after: MapObject = labelAt ? { ...object, labelAt } : object;
      return [{ id, before, after }];
    });
}
