import type { ObjectType } from '#core/protocol';

/**
 * The attributes of a new object like another: without values that only one object may have, unless they are required.
 * Those the person is asked for before the object is made.
 */
export function copiedProperties(
  properties: Readonly<Record<string, unknown>>,
  type: Pick<ObjectType, 'fields'> | undefined,
): Record<string, unknown> {
  const dropped = new Set(
    type?.fields.filter(({ unique, required }) => unique && !required).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !dropped.has(name)));
}
