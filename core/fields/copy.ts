import type { ObjectType } from '#core/protocol';
import { isEmpty } from './problem.ts';

/**
 * The attributes of a new object like another: without values that only one object may have; undefined where such a value
 * is required, so that there can be no copy.
 */
export function copiedProperties(
  properties: Readonly<Record<string, unknown>>,
  type: Pick<ObjectType, 'fields'> | undefined,
): Record<string, unknown> | undefined {
  const once = type?.fields.filter(({ unique }) => unique) ?? [];
  if (once.some(({ name, required }) => required && !isEmpty(properties[name]))) return undefined;
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !once.some((field) => field.name === name)),
  );
}
