import type { ObjectType } from '#core/protocol';

/**
 * Returns the attributes for a copy of an object: without unique values, unless they are required. Required ones are
 * asked of the person before the copy is created.
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
