import type { MapObject } from '#core/document';
import { copiedProperties } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType } from '#core/protocol';

/** New objects like these; `unique` where a value that is required may be there once only. */
export function copiesOf(
  objects: readonly MapObject[],
  types: ReadonlyMap<string, ObjectType>,
): MapObject[] | 'unique' {
  const copies: MapObject[] = [];
  for (const object of objects) {
    const properties = copiedProperties(object.properties, types.get(object.typeName));
    if (!properties) return 'unique';
    copies.push({ ...object, id: newUuid(), properties });
  }
  return copies;
}
