import type { Edit } from '#core/document';
import type { ObjectType } from '#core/protocol';

/** Changes the type of objects; all attributes are kept, also those unknown to the new type. */
export function setType(ids: readonly string[], typeName: string): Edit {
  return (document) =>
    ids.flatMap((id) => {
      const before = document.get(id);
      return before && before.typeName !== typeName ? [{ id, before, after: { ...before, typeName } }] : [];
    });
}

/** Returns whether the type accepts these geometries. A type of polygons also accepts multipolygons. */
export function fitsType(geometryTypes: Iterable<string>, type: Pick<ObjectType, 'geometryType'>): boolean {
  const geometryType = type.geometryType;
  return (
    geometryType === null ||
    [...geometryTypes].every((given) => given === geometryType || given === `Multi${geometryType}`)
  );
}
