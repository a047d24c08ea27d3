import type { Field } from '#core/protocol';

/** The colour of a value of a choice field; undefined where the value or the field has none. */
export function choiceColour(
  field: Pick<Field, 'type' | 'choices'> | undefined,
  value: unknown,
): string | undefined {
  if (field?.type !== 'choice') return undefined;
  return field.choices?.find((choice) => choice.value === value)?.colour;
}
