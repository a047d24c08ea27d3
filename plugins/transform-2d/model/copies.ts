import type { MapObject } from '#core/document';
import { isEmpty } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType } from '#core/protocol';

/**
 * New objects like these. Values that only one object may have are left out; where such a value is required there can be
 * no copy: `unique`.
 */
export function copiesOf(
  objects: readonly MapObject[],
  types: ReadonlyMap<string, ObjectType>,
): MapObject[] | 'unique' {
  const copies: MapObject[] = [];
  for (const object of objects) {
    const once = types.get(object.typeName)?.fields.filter(({ unique }) => unique) ?? [];
    if (once.some(({ name, required }) => required && !isEmpty(object.properties[name]))) return 'unique';
    const left = Object.entries(object.properties).filter(
      ([name]) => !once.some((field) => field.name === name),
    );
    copies.push({ ...object, id: newUuid(), properties: Object.fromEntries(left) });
  }
  return copies;
}
