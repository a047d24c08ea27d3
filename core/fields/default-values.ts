import type { Field } from '#core/protocol';

/** Returns the attributes that a new object of the type starts with. */
export function defaultValues(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
}
