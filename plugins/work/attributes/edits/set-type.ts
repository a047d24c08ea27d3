import type { Edit } from '#core/document';
import type { ObjectType } from '#core/protocol';

/** Makes the objects another type; attributes are kept, also those that the new type does not know. */
export function setType(ids: readonly string[], typeName: string): Edit {
  return (document) =>
    ids.flatMap((id) => {
      const before = document.get(id);
      return before && before.typeName !== typeName ? [{ id, before, after: { ...before, typeName } }] : [];
    });
}

/** May objects of these geometries be of this type? A type of polygons also takes several at once. */
export function fitsType(geometryTypes: Iterable<string>, type: Pick<ObjectType, 'geometryType'>): boolean {
  const wanted = type.geometryType;
  return (
    wanted === null || [...geometryTypes].every((given) => given === wanted || given === `Multi${wanted}`)
  );
}
