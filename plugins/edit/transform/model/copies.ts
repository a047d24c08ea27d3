import type { MapObject } from '#core/document';
import { copiedProperties } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType } from '#core/protocol';

/** Returns copies as new objects. */
export function copiesOf(objects: readonly MapObject[], types: ReadonlyMap<string, ObjectType>): MapObject[] {
  return objects.map((object) => ({
    ...object,
    id: newUuid(),
    properties: copiedProperties(object.properties, types.get(object.typeName)),
  }));
}
